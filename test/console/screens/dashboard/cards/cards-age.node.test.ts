import { expect, test } from 'vitest'
import { commonAge } from '#console/screens/dashboard/cards/cards-age.tsx'

const age = (text: string, isOld = false) => ({ text, times: null, isOld })

test('the age that most cards share is shown once above them, and warns if one of them is old', () => {
  const ages = [age('a'), null, age('b'), age('b', true), age('b'), age('a')]
  expect(commonAge(ages)).toEqual(age('b', true))
})

test('cards of different ages have no age in common', () => {
  expect(commonAge([age('a'), age('b'), null])).toBeNull()
  expect(commonAge([])).toBeNull()
})
