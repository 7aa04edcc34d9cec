import { text } from '#server/erp/pull/fields.ts'
import type { SourceParts } from '#server/erp/pull/source.ts'

export const bins: SourceParts<'bins'> = {
  fields: { mmeo: text('memo') },
  required: [],
}
