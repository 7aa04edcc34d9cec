/** The texts of every form. */
export const formTexts = {
  create: 'Create',
  save: 'Save',
  discardTitle: 'Discard changes?',
  discardText: 'What you have changed here is not saved.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  showPresentValues: 'Show present values',
  leaveBlank: 'Leave blank to keep the current password.',
  features: 'Features',
  selectAllFeatures: 'Select All Features',
  selectGroup: (group: string) => `Select all of ${group}`,
  /** For a group of flags, or a field. */
  clear: (what: string) => `Clear ${what}`,
  selectAll: 'Select all',
  clearAll: 'Clear',
} as const
