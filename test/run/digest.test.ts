import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { digestFiles, digestOf, hasStamp, withStamp } from '../../src/run/digest.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

describe('the fingerprint of sources', () => {
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

  test('is the same for the same files', () => {
    expect(digest(project())).toBe(digest(project()))
  })

  test.each([
    ['a changed file', (root: string) => writeFileSync(join(root, 'src/deep/b.ts'), 'B')],
    ['a new file', (root: string) => writeFileSync(join(root, 'src/deep/d.ts'), '')],
    ['a deleted file', (root: string) => rmSync(join(root, 'index.html'))],
    ['a folder that was missing', (root: string) => addFile(root, 'public/icon.svg')],
    ['a moved file', (root: string) => moveA(root)],
  ])('changes with %s', (_, change) => {
    const root = project()
    const before = digest(root)
    change(root)
    expect(digest(root)).not.toBe(before)
  })

  test('does not change with what is left out', () => {
    const root = project()
    const before = digest(root)
    writeFileSync(join(root, 'src/deep/run/c.mjs'), 'other')
    expect(digest(root)).toBe(before)
  })

  test('keeps texts apart', () => {
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
  test('vouches for the work that ended well, and for no other', async () => {
    const stamp = join(temporaryFolder(), '.stamp')
    expect(hasStamp(stamp, 'one')).toBe(false)
    await withStamp(stamp, 'one', async () => {})
    expect(hasStamp(stamp, 'one')).toBe(true)
    expect(hasStamp(stamp, 'two')).toBe(false)
  })

  test('is gone while the work runs and stays away when it fails', async () => {
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
    'and what was made under it can be read by all and changed by one, whatever the umask: %d',
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

  test('that this account may not remove is told in a sentence that names the folder', async () => {
    const folder = temporaryFolder()
    // A folder in its place: root may remove any file.
    mkdirSync(join(folder, '.stamp'))
    await expect(withStamp(join(folder, '.stamp'), 'one', async () => {})).rejects.toThrow(
      `${folder} is not up to date, and this account cannot write there`,
    )
  })
})
