/** The texts of the screen of exceptions, of its actions, and of what needs attention on the dashboard. */
import { ERP_NAME } from '#contract/constants.ts'
import { RETRY_FAULTS_MAX } from '#contract/records/exceptions.ts'

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
  latest: (time: string) => `latest ${time}`,
  stillComing: 'Still coming',
  assignedTo: (name: string) => `With ${name}`,
  fixedBy: (who: string) => `${who} can put this right.`,
  firstDo: (words: string) => `First: ${words}`,
  someAgain: (some: number, all: number) =>
    `${some.toLocaleString('en')} of ${all.toLocaleString('en')} can be tried again.`,
  othersRecorded: 'Counts and receipts have to be recorded again or resolved.',
  othersSynced: 'Failed syncs have to be started again.',
  settings: 'Every record of this kind fails. Check the settings first.',
  person: 'Person',
  attempts: 'Attempts',
  assignee: 'Assigned To',
  kind: 'Kind',
  cause: 'Cause',
  snoozed: 'Snoozed',
  mine: 'Mine',
  quickFilters: 'Filter by state',
  syncOf: (area: string) => `Sync of ${area}`,

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
  assigneeLabel: 'Username',
  noteLabel: 'Note',
  erpNumber: `Number in ${ERP_NAME}`,
  how: 'How was it resolved?',
  titleOf: (what: string, count: number) => `${what}: ${counted(count, 'record', 'records')}`,
  needsNote: 'Write a note.',
  needsName: 'Enter a username.',
  doneFor: (count: number) => `Done for ${counted(count, 'record', 'records')}`,
  changedBy: (who: string, what: string) => `${who} changed this first: ${what}.`,
  byItself: 'By itself',
  changed: (count: number) =>
    `${counted(count, 'record has', 'records have')} changed in the meantime. You see the latest state.`,
  gone: (count: number) =>
    `${counted(count, 'record no longer needs', 'records no longer need')} attention.`,
  copied: 'Copied for support',
  notBooked: 'Counts and receipts are not booked from here.',
  notBookedFirst: 'Record them again, or resolve them.',
  onlySuperAdmin: 'Only a super admin can try again.',
  openWord: 'open',
  nothingNew: 'Nothing here is new.',
  syncArea: (area: string) => `Sync ${area}`,
  history: 'History',
  steps: {
    note: 'Note',
    acknowledge: 'Acknowledged',
    reopen: 'Reopened',
    assign: 'Assigned',
    snooze: 'Snoozed',
    resolve: 'Resolved',
    retry: 'Tried again',
    booked: 'Booked',
    failed: 'Failed again',
  },
  step: (words: string, text: string) => `${words}: ${text}`,
  nothingOpen: 'Nothing here is open.',
  statesFrom: (age: string) => `States and owners: ${age}`,
  noStates: 'Who works on what is not on this device: all is shown as new.',
  cannotHelp: "Trying again won't help yet.",

  retryRuns: (total: number) => `Trying ${counted(total, 'record', 'records')} again`,
  retryEnded: (total: number) => `Tried ${counted(total, 'record', 'records')} again`,
  retryCounts: (done: number, succeeded: number, failed: number, waiting: number) =>
    `${done.toLocaleString('en')} done: ${succeeded.toLocaleString('en')} succeeded, ${failed.toLocaleString('en')} failed, ${waiting.toLocaleString('en')} waiting`,
  retryStopped: (cause: string) =>
    `Stopped after ${String(RETRY_FAULTS_MAX)} failures in a row that the records did not cause: ${cause}.`,
  lastRetries: 'Last retries',
  retryBy: (who: string, time: string, total: number) =>
    `${who}, ${time}: ${counted(total, 'record', 'records')}`,
  chosenRecords: 'Chosen records',
  close: 'Close',

  nothingNeedsYou: 'Nothing needs you.',
  bookedToday: (count: number) => `${counted(count, 'record was', 'records were')} booked today`,
  lastFailure: (ago: string) => `the last failure was ${ago}`,
  noFailure: 'no failures on record',
  checked: (lists: string) => `Checked: ${lists}.`,
  listMissing: (title: string) =>
    `${title} could not be loaded, so its exceptions are missing here.`,
  listComing: (title: string) => `${title} is still loading, so its exceptions are missing here.`,
} as const
