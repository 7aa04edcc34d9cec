/** Serves a renewed certificate without a restart, and warns before one ends (docs/operations.md). */
import { X509Certificate } from 'node:crypto'
import { Server as TlsServer } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { BadSettings, type Env } from '#server/env.ts'
import { readTls, type TlsFiles } from '#server/tls.ts'

const LOOK_EVERY_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/**
 * ACME clients renew in the last third of the life of a certificate at the latest, which is 30 days before the end of
 * one of 90 days. Two weeks before it something does not work.
 */
const WARN_BEFORE_MS = 14 * DAY_MS
const WARN_SHARE = 1 / 3

interface Deps {
  readonly env: Pick<Env, 'tlsCert' | 'tlsKey'>
  /** The server as Fastify made it; one without https has nothing to renew. */
  readonly server: unknown
  /** The files that it was started with. */
  readonly files: TlsFiles
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly now: () => number
}

/** The care for a certificate. */
export interface TlsRenewal {
  /** Looks at the files now. */
  readonly look: () => void
  readonly stop: () => void
}

/**
 * Looks at the files of the certificate every minute. A pair that cannot be used changes nothing: one file may be
 * written a moment before the other.
 */
export function renewTls({ env, server, files, log, now }: Deps): TlsRenewal {
  let served = files
  let told = ''
  let warnedAt = -Infinity

  function look(): void {
    const next = readNext()
    if (next !== null && !isSame(next, served) && server instanceof TlsServer) {
      server.setSecureContext(next)
      served = next
      warnedAt = -Infinity
      log.info(
        { validTo: endOf(next) },
        'the certificate was changed: new connections get the new one',
      )
    }
    warnOfEnd()
  }

  /** The files as they are now; null if they cannot be used, which is said once. */
  function readNext(): TlsFiles | null {
    try {
      const next = readTls(env)
      told = ''
      return next
    } catch (error) {
      if (!(error instanceof BadSettings)) throw error
      if (error.message !== told)
        log.warn({ err: error }, 'the changed certificate cannot be used: the one before it stays')
      told = error.message
      return null
    }
  }

  function warnOfEnd(): void {
    const end = endOf(served)
    const left = end.getTime() - now()
    if (left > warningOf(served) || now() - warnedAt < DAY_MS) return
    warnedAt = now()
    log.warn(
      { validTo: end },
      left < 0
        ? 'the certificate has expired: browsers refuse it'
        : `the certificate ends in ${Math.floor(left / DAY_MS)} days`,
    )
  }

  warnOfEnd()
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return { look, stop: () => clearInterval(timer) }
}

function isSame(one: TlsFiles, other: TlsFiles): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key)
}

/** When the first certificate of the file ends, which is that of the server. */
function endOf({ cert }: TlsFiles): Date {
  return new Date(new X509Certificate(cert).validTo)
}

/** How long before its end a certificate is warned of. A share of a short life, or it would be warned of all the time. */
function warningOf(files: TlsFiles): number {
  const from = Date.parse(new X509Certificate(files.cert).validFrom)
  return Math.min(WARN_BEFORE_MS, (endOf(files).getTime() - from) * WARN_SHARE)
}
