/**
 * A program of the build: writes the empty database to a file, from which a first start takes a
 * second instead of several.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { emptyDatabase } from '#server/db/empty.ts'

const [, , file] = process.argv
if (file === undefined) throw new Error('usage: node snapshot.js FILE')

writeFileSync(`${file}.new`, await emptyDatabase())
renameSync(`${file}.new`, file)
