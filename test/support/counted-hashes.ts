/**
 * Set-up of the server's suites: every hash is made for real, and counted. It stands here because
 * files share their modules there, and a module that is loaded already can no longer be watched.
 */
import { vi } from 'vitest'

vi.mock('@node-rs/argon2', { spy: true })
