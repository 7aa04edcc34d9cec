/** Copying for the person, also where the page may not reach the clipboard: without https there is none. */

/**
 * Copies a text that is shown. Where even the old way is refused it is selected, for the person to copy.
 * @returns whether it was copied
 */
export async function copyShownText(shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(shown.textContent)
    return true
  } catch {
    window.getSelection()?.selectAllChildren(shown)
    return copySelection()
  }
}

function copySelection(): boolean {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without https: https://developer.mozilla.org/docs/Web/API/Clipboard
    return document.execCommand('copy')
  } catch {
    return false
  }
}
