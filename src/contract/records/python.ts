/** Python's way of writing objects, which its servers store where somebody forgot to make JSON of them. */

/** A text that never ends goes to the end of all: to look for its end from each quote in it would take for ever. */
const PARTS = /'((?:[^'\\]|\\[^])*)(?:'|\\?$)|"(?:[^"\\]|\\[^])*(?:"|\\?$)|\b(True|False|None)\b/g
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

/**
 * JSON of such a text; of a text of another kind something that JSON.parse refuses.
 * @example pythonToJson("{'success': True}") // '{"success": true}'
 */
export function pythonToJson(text: string): string {
  return text.replace(PARTS, (part, quoted: string | undefined, word: string | undefined) => {
    if (word !== undefined) return WORDS[word] ?? part
    if (quoted === undefined) return part
    const unescaped = quoted.replace(/\\'/g, "'").replace(/"/g, '\\"')
    return `"${unescaped}"`
  })
}
