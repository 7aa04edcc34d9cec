import { expect, test } from 'vitest'
import { partsInUse } from '../../../src/run/build/used-styles.mjs'

test('the used parts are those whose class names occur in the scripts, in the order of the library', () => {
  const parts = new Map([
    ['Group', ['m_4081bf90']],
    ['Rating', ['m_f8d312f2']],
    ['Button', ['m_77c9d27d', 'm_811560b9']],
  ])
  expect(partsInUse(parts, new Set(['m_811560b9', 'm_4081bf90', 'm_00000000']))).toEqual([
    'Group',
    'Button',
  ])
})
