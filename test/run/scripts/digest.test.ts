import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { digestFiles, digestOf, hasStamp, withStamp } from '../../../src/run/digest.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

describe('digestFiles and digestOf', () => {
  function project(): string {
    const root = temporaryFolder()
    mkdirSync(join(root, 'src/deep/run'), { recursive: true })
    writeFileSync(join(root, 'src/a.ts'), 'a')
    writeFileSync(join(root, 'src/deep/b.ts'), 'b')
    writeFileSync(join(root, 'src/deep/run/c.mjs'), 'c')
    writeFileSync(join(root, 'index.html'), 'page')
    return root
  }
  const digest = (root: string) =>
    digestFiles(root, ['src', 'index.html', 'public'], ['src/deep/run'])

  test('the same files have the same digest', () => {
    expect(digest(project())).toBe(digest(project()))
  })

  test.each([
    ['a changed file', (root: string) => writeFileSync(join(root, 'src/deep/b.ts'), 'B')],
    ['a new file', (root: string) => writeFileSync(join(root, 'src/deep/d.ts'), '')],
    ['a deleted file', (root: string) => rmSync(join(root, 'index.html'))],
    ['a folder that was missing', (root: string) => addFile(root, 'public/icon.svg')],
    ['a moved file', (root: string) => moveA(root)],
  ])('the digest changes with %s', (_, change) => {
    const root = project()
    const before = digest(root)
    change(root)
    expect(digest(root)).not.toBe(before)
  })

  test('an excluded file does not change the digest', () => {
    const root = project()
    const before = digest(root)
    writeFileSync(join(root, 'src/deep/run/c.mjs'), 'other')
    expect(digest(root)).toBe(before)
  })

  test('the digest depends on where one text ends and the next begins', () => {
    expect(digestOf(['ab', 'c'])).not.toBe(digestOf(['a', 'bc']))
  })

  function addFile(root: string, path: string): void {
    mkdirSync(join(root, 'public'))
    writeFileSync(join(root, path), '')
  }
  function moveA(root: string): void {
    rmSync(join(root, 'src/a.ts'))
    writeFileSync(join(root, 'src/moved.ts'), 'a')
  }
})

describe('a stamp', () => {
  test('a stamp holds the digest of the work that succeeded, and no other', async () => {
    const stamp = join(temporaryFolder(), '.stamp')
    expect(hasStamp(stamp, 'one')).toBe(false)
    await withStamp(stamp, 'one', async () => {})
    expect(hasStamp(stamp, 'one')).toBe(true)
    expect(hasStamp(stamp, 'two')).toBe(false)
  })

  test('a stamp is removed while the work runs and is not written when it fails', async () => {
    const stamp = join(temporaryFolder(), '.stamp')
    await withStamp(stamp, 'one', async () => {})
    const work = withStamp(stamp, 'one', async () => {
      expect(existsSync(stamp)).toBe(false)
      throw new Error('broken off')
    })
    await expect(work).rejects.toThrow('broken off')
    expect(hasStamp(stamp, 'one')).toBe(false)
  })

  test.each([0o077, 0o000])(
    'with umask %d, all accounts can read a stamp and the files of its work, and only the owner can change them',
    async (umask) => {
      const usual = process.umask(umask)
      onTestFinished(() => void process.umask(usual))
      const folder = temporaryFolder()
      const [stamp, made] = [join(folder, '.stamp'), join(folder, 'made')]
      await withStamp(stamp, 'one', async () => writeFileSync(made, ''))
      expect([stamp, made].map((path) => statSync(path).mode & 0o777)).toEqual([0o644, 0o644])
      expect(process.umask(umask)).toBe(umask)
    },
  )

  test('a stamp that this account may not remove leads to a message that names the folder', async () => {
    const folder = temporaryFolder()
    // A folder instead of the file, because root may remove any file.
    mkdirSync(join(folder, '.stamp'))
    await expect(withStamp(join(folder, '.stamp'), 'one', async () => {})).rejects.toThrow(
      `${folder} is not up to date, and this account cannot write there`,
    )
  })
})
