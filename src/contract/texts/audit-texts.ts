/** The texts of the audit trail. */
export const auditTexts = {
  auditTitle: 'Audit Trail',
  auditEntry: 'Audit Entry',
  auditSome: (count: string) => `The newest ${count} entries`,
  auditAll: (count: string) => `All ${count} entries`,
  olderEntries: 'Load older entries',
  auditFull:
    "Older entries aren't shown here. Download these, and look on the server for the rest.",
} as const
