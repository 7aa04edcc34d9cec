/** The texts about what a barcode scanner sent. */
export const scanTexts = {
  misread: 'Misread. Scan again.',
} as const
