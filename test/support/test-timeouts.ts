/** How long tests wait for something that must happen. It measures nothing; a busy machine may take long. */
import { configure } from '@testing-library/react'
import { quickenErrors } from '#test/support/console/quick/quick-errors.ts'

configure({ asyncUtilTimeout: 10_000 })
quickenErrors()
