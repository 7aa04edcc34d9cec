/**
 * A Vite plugin: a part of Mantine that is used without its styles stops the build, and so do styles that no part
 * uses. `src/console/styles.css` names them one by one, because all of them are twice as many.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const STYLES = 'node_modules/@mantine/core/styles'
const ENDING = '.layer.css'
const CLASS_NAME = /\bm_[0-9a-f]{7,8}\b/g
/** For every part alike. */
const COMMON = new Set(['baseline', 'default-css-variables', 'global'])

/** @returns {import('vite').Plugin} */
export function usedStyles() {
  return {
    name: 'dockside:used-styles',
    apply: 'build',
    generateBundle: (_options, bundle) => {
      const scripts = new Set()
      const sheets = new Set()
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const name of classNames(file.code)) scripts.add(name)
        else if (file.fileName.endsWith('.css'))
          for (const name of classNames(String(file.source))) sheets.add(name)
      }
      const wrong = complaints(readParts(STYLES), scripts, sheets)
      if (wrong.length > 0) throw new Error(`src/console/styles.css:\n${wrong.join('\n')}`)
    },
  }
}

/**
 * What is missing in the style sheets of a build, or too much: a sentence for each part.
 * @param {Map<string, string[]>} parts the class names in the styles of each part
 * @param {Set<string>} scripts the class names that the scripts use
 * @param {Set<string>} sheets the class names that have styles
 * @returns {string[]}
 */
export function complaints(parts, scripts, sheets) {
  return [...parts].flatMap(([part, names]) => {
    const isUsed = names.some((name) => scripts.has(name))
    const isStyled = names.some((name) => sheets.has(name))
    if (isUsed === isStyled) return []
    const line = `@import '@mantine/core/styles/${part}${ENDING}'`
    return [isUsed ? `${part} is used: add ${line}` : `${part} is not used: remove ${line}`]
  })
}

/** @param {string} folder */
function readParts(folder) {
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .filter((part) => !COMMON.has(part))
  return new Map(
    parts.map((part) => [part, classNames(readFileSync(join(folder, part + ENDING), 'utf8'))]),
  )
}

/** @param {string} text */
function classNames(text) {
  return text.match(CLASS_NAME) ?? []
}
