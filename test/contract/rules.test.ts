import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { firstProblem, minLength, ordered } from '#contract/rules.ts'

const shape = z.object({ a: z.string().check(z.trim()), b: z.string() })

describe('ordered rules', () => {
  const form = ordered(shape, [
    ['b', (v) => v.b !== '', 'b first'],
    ['a', (v) => v.a !== '', 'then a'],
    ['b', (v) => v.b === v.a, 'then both'],
  ])

  test.each([
    [{ a: '', b: '' }, 'b', 'b first'],
    [{ a: '', b: 'x' }, 'a', 'then a'],
    [{ a: 'y', b: 'x' }, 'b', 'then both'],
    [{ a: ' ', b: 'x' }, 'a', 'then a'],
  ])('%j: reported on %s: %s', (values, field, message) => {
    expect(firstProblem(form, values)).toEqual({ field, message })
    expect(form.safeParse(values).error?.issues).toHaveLength(1)
  })

  test('the schema returns the parsed values when all rules hold', () => {
    expect(firstProblem(form, { a: ' x ', b: 'x' })).toBeNull()
    expect(form.parse({ a: ' x ', b: 'x' })).toEqual({ a: 'x', b: 'x' })
  })

  test('the base schema stays unchanged', () => {
    expect(shape.safeParse({ a: '', b: '' }).success).toBe(true)
  })

  test('the rules do not run on values of the wrong shape', () => {
    expect(firstProblem(form, { a: 'x', b: 7 })?.field).toBe('b')
    expect(firstProblem(form, { a: 'x' })?.field).toBe('b')
    expect(firstProblem(form, null)).not.toBeNull()
  })

  test('without rules the shape decides', () => {
    expect(firstProblem(ordered(shape, []), { a: '', b: '' })).toBeNull()
  })
})

describe('the minimum of a password', () => {
  test.each([
    [4, 0, 4],
    [4, 4, 4],
    [4, 12, 12],
    [6, 4, 6],
    [6, 12, 12],
  ])('form %i and operator %i give a minimum of %i', (ofForm, ofOperator, expected) => {
    expect(minLength(ofForm, ofOperator)).toBe(expected)
  })
})
