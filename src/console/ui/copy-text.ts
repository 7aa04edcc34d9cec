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

/**
 * Copies a text that is not on the page.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const shown = document.createElement('span')
    shown.textContent = text
    document.body.append(shown)
    window.getSelection()?.selectAllChildren(shown)
    const isCopied = copySelection()
    shown.remove()
    return isCopied
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
