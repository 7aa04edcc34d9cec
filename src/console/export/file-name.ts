/**
 * The name of a file: what the person typed, made safe for every system, with the extension of its
 * format.
 */
import { DOWNLOAD_FILE_NAME } from '#contract/constants.ts'
import type { ExportFormat } from '#console/export/files/export-plan.ts'

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  CSV: '.csv',
  JSON: '.json',
  Excel: '.xlsx',
}

/** Characters that a system refuses in a name, or that would reverse it on the screen. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu
const NAME_MAX_LENGTH = 120

export function fileNameOf(typed: string, format: ExportFormat): string {
  const ending = ENDINGS[format]
  const fit = typed.replace(UNFIT, '_').trim()
  const bare = fit.toLowerCase().endsWith(ending) ? fit.slice(0, -ending.length) : fit
  const name = bare.slice(0, NAME_MAX_LENGTH).replace(/^[.\s]+|[.\s]+$/g, '')
  return (name === '' ? DOWNLOAD_FILE_NAME : name) + ending
}
