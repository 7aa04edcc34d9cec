/** Which packed forms of an answer a caller takes (RFC 9110, section 12.5.3). */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Those that there are, the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const known = new WeakMap<FastifyRequest, readonly Encoding[]>()

/** Reads the header once, strictly, and leaves to everybody else no more of it than what was read. */
export function readEncodings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const accepted = acceptedIn(request.headers['accept-encoding'])
    known.set(request, accepted)
    // Plugins take 'gzip;q=0, *' for gzip: they get a list that they read right.
    if (accepted.length === 0) delete request.headers['accept-encoding']
    else request.headers['accept-encoding'] = accepted.join(', ').replace(/(?<=, .+)$/, ';q=0.5')
  })
}

/** The packed forms that a caller takes, the most wanted first. */
export function acceptedEncodings(request: FastifyRequest): readonly Encoding[] {
  return known.get(request) ?? []
}

const ONE = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

function acceptedIn(header: string | string[] | undefined): readonly Encoding[] {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .flatMap((part): [string, number][] => {
        const [, name, weight = '1'] = ONE.exec(part) ?? []
        return name === undefined ? [] : [[name.toLowerCase(), Number(weight)]]
      }),
  )
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const unpacked = weights.get('identity') ?? 0
  return ENCODINGS.filter((one) => weightOf(one) > 0 && weightOf(one) >= unpacked).toSorted(
    (one, other) => weightOf(other) - weightOf(one),
  )
}
