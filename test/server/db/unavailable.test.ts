import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isUnavailable } from '#server/db/unavailable.ts'

const failed = (code: string, more: object = {}) =>
  Object.assign(new Error('it failed'), { code, ...more })

const CODES = [
  '08000 08001 08003 08004 08006 08007 08P01',
  '57P01 57P02 57P03 57P04 57P05 57014 25P03 25006 3D000 53300',
  'ECONNRESET ECONNREFUSED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH',
  'ENOTFOUND EAI_AGAIN ECONNABORTED ERR_STREAM_DESTROYED',
]

test.each(CODES.flatMap((line) => line.split(' ')))(
  '%s means that the database is unavailable',
  (code) => {
    expect(isUnavailable(failed(code))).toBe(true)
  },
)

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Query read timeout',
  'The embedded database has stopped: its thread ended with 1',
])("the message '%s', which has no code, means that the database is unavailable", (message) => {
  expect(isUnavailable(new Error(message))).toBe(true)
})

test('a missing Unix socket means that the database is unavailable, but no other missing file does', () => {
  expect(isUnavailable(failed('ENOENT', { syscall: 'connect' }))).toBe(true)
  expect(isUnavailable(failed('ENOENT', { syscall: 'open' }))).toBe(false)
})

test('the cause of a failed query is found', () => {
  expect(isUnavailable(new DrizzleQueryError('SELECT 1', [], failed('57P01')))).toBe(true)
})

test.each(['23505', '42P01', '40P01', '22012', '53100'])(
  '%s is an answer of the database',
  (code) => {
    expect(isUnavailable(new DrizzleQueryError('SELECT 1', [], failed(code)))).toBe(false)
  },
)
