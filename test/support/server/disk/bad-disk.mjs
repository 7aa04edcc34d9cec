/**
 * Preloaded into a server to simulate a bad disk where none can be mounted, while the file that
 * BAD_DISK_SIGN names exists. BAD_DISK says how bad: 'full' has no space, and no file of the database
 * grows; with a used-up 'quota' it seems to have space; 'broken' fails every sync. Plain JavaScript,
 * because Node loads it as it is, in every thread.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { existsSync, fstatSync, fsyncSync, statfsSync, writeSync } = fs
const { BAD_DISK = '', BAD_DISK_SIGN = '' } = process.env

/** @param {string[]} kinds */
function isBad(...kinds) {
  return kinds.includes(BAD_DISK) && existsSync(BAD_DISK_SIGN)
}

/** @param {string} code */
function fault(code) {
  return Object.assign(new Error(`${code}: told so by a test`), { code })
}

/** @param {[path: string]} args */
function toldStatfs(...args) {
  const facts = statfsSync(...args)
  return isBad('full') ? Object.assign(facts, { bavail: 0 }) : facts
}

/** @param {[file: number, data: Uint8Array, offset: number, length: number, position: number]} args */
function toldWrite(...args) {
  const [file, , , length, position] = args
  const isGrowing = typeof position === 'number' && position + length > fstatSync(file).size
  if (isGrowing && isBad('full', 'quota')) throw fault('ENOSPC')
  return writeSync(...args)
}

/** @param {[file: number]} args */
function toldSync(...args) {
  if (isBad('broken')) throw fault('EIO')
  return fsyncSync(...args)
}

Object.assign(fs, { statfsSync: toldStatfs, writeSync: toldWrite, fsyncSync: toldSync })
syncBuiltinESMExports()
