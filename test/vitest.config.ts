/** The suites on top of the build's own configuration, which reads nothing of `test/`. */
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import config from '../vite.config.ts'
import { testProjects } from './support/projects.ts'

export default defineConfig((env) => mergeConfig(config(env), { test: { projects: testProjects } }))
