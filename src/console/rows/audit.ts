/** Entries of the audit trail in words. */
import type { AuditEntry } from '#contract/records/audit.ts'
import { featureWord } from '#contract/texts/feature-words.ts'
import { EMPTY_CELL, formatText, titleOf } from '#console/rows/formats.ts'

/** For an empty list. */
const NONE = 'None'

/** One field of an entry, before and after. */
export interface AuditChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** `admin-changed` as 'Admin changed', `erp-settings-saved` as 'ERP settings saved'. */
export function actionInWords(action: string): string {
  const words = action.replace(/-/g, ' ').replace(/^erp\b/, 'ERP')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Facts in one line: 'Company Name: Dock Ltd; Features: Bins, Items'. */
export function factsInWords(facts: AuditEntry['before']): string {
  return Object.entries(facts ?? {})
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([field, value]) => `${titleOf(field)}: ${valueInWords(field, value)}`)
    .join('; ')
}

/** The changes field by field; other facts of the entry are listed as new values. */
export function changesOf({ before, after, more }: AuditEntry): AuditChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const said = (facts: AuditEntry['before'], field: string): string =>
    facts && field in facts ? valueInWords(field, facts[field]) : EMPTY_CELL
  return [
    ...[...fields]
      .toSorted((one, other) => one.localeCompare(other))
      .map((field) => ({
        field: titleOf(field),
        before: said(before, field),
        after: said(after, field),
      })),
    ...Object.entries(more ?? {}).map(([field, value]) => ({
      field: titleOf(field),
      before: EMPTY_CELL,
      after: valueInWords(field, value),
    })),
  ]
}

function valueInWords(field: string, value: unknown): string {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value)) return value.map((each) => formatText(each)).join(', ') || NONE
  const text = formatText(value)
  if (field !== 'features') return text
  const flags = text.split(', ')
  return flags.map((flag) => featureWord(flag) ?? titleOf(flag)).join(', ')
}
