/** The texts of the audit trail. */
export const auditTexts = {
  auditTitle: 'Audit Trail',
  auditEntry: 'Audit Entry',
  auditSome: (count: string) => `The newest ${count} entries`,
  auditAll: (count: string) => `All ${count} entries`,
  olderEntries: 'Load older entries',
  auditFull: 'More than these are not shown here. Download them and look further on the server.',
} as const
