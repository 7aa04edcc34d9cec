/** The texts of the list of first steps. */
import { ERP_NAME } from '#contract/constants.ts'

export const firstStepsTexts = {
  title: (done: number, all: number) => `First steps: ${String(done)} of ${String(all)} done`,
  hide: 'Hide',
  done: (step: string) => `Done: ${step}`,
  steps: {
    connection: `Test the connection to ${ERP_NAME}`,
    sync: 'Sync for the first time',
    mobileUser: 'Add a mobile user',
    install: 'Install on a tablet',
    secondAdmin: 'Add a second super admin',
  },
  howToInstall:
    "On the tablet, open this address and choose 'Install app' or 'Add to Home Screen' in the browser menu or under Share.",
} as const
