/** Python literals, which some servers store in place of JSON. */

/** An unterminated text runs to the end of the input: searching from each quote in it would take too long. */
const PARTS = /'((?:[^'\\]|\\[^])*)(?:'|\\?$)|"(?:[^"\\]|\\[^])*(?:"|\\?$)|\b(True|False|None)\b/g
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

/**
 * Converts such a text to JSON; the result for any other text is one that JSON.parse rejects.
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
