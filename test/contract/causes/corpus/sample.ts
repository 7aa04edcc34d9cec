import type { CauseCode } from '#contract/causes/causes.ts'

/** The cause that a message belongs to, the message, and `o:errorCode` if it came with one. `text`: no known cause. */
export type Sample = readonly [cause: CauseCode | 'text', message: string, code?: string]
