/** The messages between page and worker; the worker answers each one. */
import type { ExportPlan, ExportRow } from '#console/export/files/export-plan.ts'

export type ExportRequest =
  | { readonly kind: 'alive' }
  | { readonly kind: 'open'; readonly plan: ExportPlan }
  | { readonly kind: 'add'; readonly rows: readonly ExportRow[] }
  | { readonly kind: 'finish' }

export type ExportReply =
  | { readonly kind: 'alive' }
  | { readonly kind: 'done' }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly reason: string }
