/** Which content codings a caller accepts (RFC 9110, section 12.5.3). */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Supported codings, smallest output first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const known = new WeakMap<FastifyRequest, readonly Encoding[]>()

/** Parses the header once, strictly, and replaces it with the result for everyone else. */
export function readEncodings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const accepted = acceptedIn(request.headers['accept-encoding'])
    known.set(request, accepted)
    // Plugins read 'gzip;q=0, *' as accepting gzip, so they get a list that they parse correctly.
    if (accepted.length === 0) delete request.headers['accept-encoding']
    else request.headers['accept-encoding'] = accepted.join(', ').replace(/(?<=, .+)$/, ';q=0.5')
  })
}

/** The accepted codings, most preferred first. */
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
