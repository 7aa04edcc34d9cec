import { expect, test } from 'vitest'
import { complaints } from '../../src/run/used-styles.mjs'

const parts = new Map([
  ['Button', ['m_77c9d27d', 'm_811560b9']],
  ['Rating', ['m_f8d312f2']],
])

test('parts with their styles are as they should be, and so are styles of our own', () => {
  const sheets = new Set(['m_77c9d27d', 'm_00000000'])
  expect(complaints(parts, new Set(['m_811560b9']), sheets)).toEqual([])
})

test('a part without its styles stops the build, and so do styles without their part', () => {
  expect(complaints(parts, new Set(['m_77c9d27d']), new Set(['m_f8d312f2']))).toEqual([
    "Button is used: add @import '@mantine/core/styles/Button.layer.css'",
    "Rating is not used: remove @import '@mantine/core/styles/Rating.layer.css'",
  ])
})
