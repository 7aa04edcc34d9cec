/** The texts of every form. */
export const formTexts = {
  cancel: 'Cancel',
  create: 'Create',
  save: 'Save',
  discardTitle: 'Discard changes?',
  discardText: 'Your changes will be lost.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  showPresentValues: 'Show current values',
  leaveBlank: 'Leave blank to keep the current password.',
  features: 'Features',
  selectAllFeatures: 'Select All Features',
  selectGroup: (group: string) => `Select all of ${group}`,
  /** For a group of flags, or a field. */
  clear: (what: string) => `Clear ${what}`,
  selectAll: 'Select all',
  clearAll: 'Clear',
} as const
