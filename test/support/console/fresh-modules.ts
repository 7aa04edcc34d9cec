/** Gives each file of a shared page modules of its own. */
import { vi } from 'vitest'

vi.resetModules()
