/** Runs after each test of every file. The files of a worker share their modules, which are loaded once. */
import { afterEach } from 'vitest'
import { closeWindows } from '#test/browser/support/browser.ts'

afterEach(closeWindows)
