/** How long tests wait for something that must happen. It measures nothing; a busy machine may take long. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 10_000 })
