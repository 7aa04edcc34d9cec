/** Copies text, even without access to the clipboard API, which needs https. */

/**
 * Copies a text on the page. If even the deprecated way is refused, it selects the text for the person to copy.
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
