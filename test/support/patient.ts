/** How long tests wait for what must come: measures nothing, and a busy machine may take long. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 10_000 })
