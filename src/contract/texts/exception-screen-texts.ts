/** The texts of the screen of exceptions, of its actions, and of what needs attention on the dashboard. */
import { ERP_NAME } from '#contract/constants.ts'

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

export const exceptionScreenTexts = {
  title: 'Exceptions',
  summary: (open: number, causes: number) =>
    `${open.toLocaleString('en')} open in ${counted(causes, 'cause', 'causes')}`,
  oldest: (age: string) => `oldest ${age}`,
  causes: 'Causes',
  allCauses: 'All causes',
  records: 'Records',
  backToCauses: 'Causes',
  since: (time: string) => `since ${time}`,
  last: (time: string) => `last ${time}`,
  stillComing: 'Still coming',
  perDay: (days: number) => `Failures per day, last ${String(days)} days`,
  assignedTo: (name: string) => `With ${name}`,
  unassigned: 'Not assigned',
  fixedBy: (who: string) => `${who} can put this right.`,
  firstDo: (words: string) => `First: ${words}`,
  settings: 'Every record of this kind fails: look at the settings first.',
  person: 'Person',
  attempts: 'Attempts',
  assignee: 'Assigned To',
  kind: 'Kind',
  cause: 'Cause',
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  snoozed: 'Snoozed',
  mine: 'Mine',
  quickFilters: 'Filter by state',
  syncOf: (area: string) => `Sync of ${area}`,

  tryAgain: 'Try again',
  acknowledge: 'Acknowledge',
  assign: 'Assign',
  take: 'Take it',
  snooze: 'Snooze',
  resolve: 'Resolve',
  note: 'Note',
  reopen: 'Reopen',
  copySupport: 'Copy for support',
  more: 'More actions',
  forHour: 'For an hour',
  untilTomorrow: 'Until tomorrow 06:00',
  forWeek: 'For a week',
  endSnooze: 'End snoozing',
  noOne: 'No one',
  assigneeLabel: 'Username',
  noteLabel: 'Note',
  erpNumber: `Number in ${ERP_NAME}`,
  how: 'How was it resolved?',
  cancel: 'Cancel',
  titleOf: (what: string, count: number) => `${what}: ${counted(count, 'record', 'records')}`,
  needsNote: 'Write a note.',
  needsName: 'Enter a username.',
  doneFor: (count: number) => `Done for ${counted(count, 'record', 'records')}`,
  changedBy: (who: string, what: string) => `${who} was faster: ${what}`,
  changed: (count: number) =>
    `${counted(count, 'record has', 'records have')} changed meanwhile. The present state is shown.`,
  gone: (count: number) =>
    `${counted(count, 'record no longer needs', 'records no longer need')} attention.`,
  copied: 'Copied for support',
  notBooked: `Counts and inbound records are not booked from here. Record them again, or resolve them.`,
  onlySuperAdmin: 'Only a super admin can try again.',
  nothingOpen: 'Nothing here is open.',
  cannotHelp: (first: string) => `Trying again cannot help. ${first}`,
  needsServer: 'This server keeps no states: what is shown comes from its records alone.',

  retryRuns: (total: number) => `Trying ${counted(total, 'record', 'records')} again`,
  retryEnded: (total: number) => `Tried ${counted(total, 'record', 'records')} again`,
  retryCounts: (done: number, succeeded: number, failed: number, waiting: number) =>
    `${done.toLocaleString('en')} done: ${succeeded.toLocaleString('en')} succeeded, ${failed.toLocaleString('en')} failed, ${waiting.toLocaleString('en')} waiting`,
  retryStopped: (cause: string) =>
    `Stopped after five faults in a row that are not the records' own: ${cause}.`,
  close: 'Close',

  nothingNeedsYou: 'Nothing needs you.',
  bookedToday: (count: number) => `${counted(count, 'record was', 'records were')} booked today`,
  lastFailure: (ago: string) => `the last failure was ${ago}`,
  noFailure: 'no failure is known',
  checked: (lists: string) => `Checked: ${lists}.`,
  listMissing: (title: string) => `${title} could not be loaded; what it holds is missing here.`,
  listComing: (title: string) => `${title} is still loading; what it holds is missing here.`,
} as const
