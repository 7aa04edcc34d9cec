/** The target of an entry of the audit trail in words, where it is an exception or a cause. */
import type { AuditEntry } from '#contract/records/audit.ts'
import { causeName, exceptionName } from '#console/rows/exceptions/names.ts'

/** 'The item is unknown' for `item-unknown`, 'Adjustment 2016' for `binAdjustmentRecords/2016`. */
export function targetInWords({ action, target }: AuditEntry): AuditEntry['target'] {
  // Elsewhere a target may be a username, which may be the word of a cause.
  if (target === null || !ON_EXCEPTIONS.test(action)) return target
  const [, collection, id] = /^([a-zA-Z]+)\/(.+)$/s.exec(target) ?? []
  return collection === undefined || id === undefined
    ? causeName(target)
    : exceptionName(collection, id)
}

const ON_EXCEPTIONS = /^(retry-|cases-)/
