import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/env.ts'

/**
 * The log: JSON lines on standard output, or to another stream in tests. Errors are logged without the
 * values of a failed query, which may be secrets. Fastify creates the logger, so that it is like its own.
 */
export function openLog(
  level: Env['logLevel'],
  stream: { write(line: string): void } = process.stdout,
): FastifyBaseLogger {
  return Fastify({ logger: { level, stream, serializers: { err: describeError } } }).log
}

interface DescribedError extends Record<string, unknown> {
  readonly type: string
  readonly message: string
  readonly stack: string
}

/** An error with all its causes. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}

/** Drizzle puts the values of a failed query on their own line, between the query and the stack. */
function withoutValues(text: string): string {
  return text.replace(/^params: [^]*?(?=^ {4}at |$(?![^]))/gm, '')
}
