import { readFileSync } from 'node:fs'

export const home = readFileSync(process.env['HOME'] ?? '.', 'utf8')
