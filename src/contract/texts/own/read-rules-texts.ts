/** The texts of what is read from NetSuite. */
import { CHANGED_WITHIN_MAX_DAYS, ERP_NAME } from '#contract/constants.ts'
import type { FaultTexts } from '#contract/faults.ts'
import { joinWithOr } from '#contract/texts/own/joined-words.ts'

export const readRulesTexts = {
  title: 'What to read',
  intro: `Everything is read unless you leave something out here. What you leave out is not in the lists, and devices cannot book on it. A change applies from the next sync of each list.`,
  choicesLater: `Subsidiaries and locations can be chosen once ${ERP_NAME} is set up above.`,
  choicesFailed: (why: string) => `Subsidiaries and locations can't be chosen now: ${why}`,
  subsidiaries: 'Only these subsidiaries',
  locations: 'Only these locations',
  placeHint: 'Locations, bins, stock and the lines of sales orders.',
  allUnless: 'Everything, unless you tick something.',
  seek: (legend: string) => `Search: ${legend}`,
  seekHint: 'Search...',
  withId: (id: string) => `ID ${id}`,
  orderStatuses: 'Only sales orders that are',
  shipmentStatuses: 'Only inbound shipments that are',
  changedWithin: 'Only orders and shipments changed within this many days',
  changedWithinHint: 'Leave it blank for any age.',
  badDays: `Enter a whole number of days from 1 to ${number(CHANGED_WITHIN_MAX_DAYS)}, or leave it blank.`,
  withoutInactive: 'Leave out what is inactive',
  fields: 'Custom fields',
  fieldsHint: `Each becomes another column of its list. A field the account lacks is left out of the sync.`,
  fieldName: 'Column title',
  fieldColumn: `Field ID in ${ERP_NAME}`,
  fieldList: 'List',
  fieldKind: 'Kind',
  kinds: {
    text: 'Text',
    number: 'Number',
    'yes-no': 'Yes or no',
    day: 'Date',
    time: 'Date and time',
    choice: 'Choice from a list',
  },
  addField: 'Add a custom field',
  removeField: (name: string) => `Remove ${name === '' ? 'the custom field' : name}`,
  fieldMissing: 'Each custom field needs a column title and a field ID.',
  tooMany: (most: number) =>
    `You can read at most ${number(most)} custom fields. Remove some to save.`,
  wrongPrefix: (column: string, prefixes: readonly string[]) =>
    `The field ID ${column} must start with ${joinWithOr(prefixes)}.`,
  badColumn: (column: string) =>
    `${column} is not a field ID. Copy the ID from the field's page in ${ERP_NAME}.`,
  wrongName: (name: string) =>
    `'${name}' can't be a column title. Choose another title that starts with a letter.`,
  twice: (name: string) => `${name} is listed twice.`,
  taken: (name: string, title: string) => `${title} already has a column ${name}.`,
  count: 'Count rows',
  counting: 'Counting...',
  counts: 'Rows of each list',
  about: (rows: number) => `about ${number(rows)} ${rows === 1 ? 'row' : 'rows'}`,
  now: (rows: number) => `${number(rows)} now`,
  unknown: 'not counted',
  save: 'Save what to read',
  saving: 'Saving...',
  saved: 'Saved. It applies from the next sync of each list.',
  tooLate: `${ERP_NAME} did not answer in time. Try again in a minute.`,
} as const

const shows = ['detail', 'message'] as const

export const readRulesFaults = {
  load: { fallback: `Couldn't load what is read from ${ERP_NAME}.` },
  choices: { shows, fallback: `${ERP_NAME} did not answer.` },
  count: { shows, fallback: "Couldn't count the rows." },
  save: {
    network: 'No connection to the server. What is read stays as it was.',
    shows,
    fallback: "Couldn't save what to read.",
  },
} as const satisfies Record<string, FaultTexts>

function number(value: number): string {
  return value.toLocaleString('en')
}
