import { expect, test } from 'vitest'
import { showLife } from '#server/db/life.ts'
import { claimRun, isOrphaned } from '#server/db/runs.ts'
import { cleanDatabase } from '#test/support/database.ts'

const NOW = Date.UTC(2026, 4, 11, 12)
const STOPPED = { fault: 'stopped', error: 'The server was stopped.' }

test('the run of a process is its own as long as that lives, and free as soon as it is dead', async () => {
  const { db, pool } = await cleanDatabase()
  const [one, other] = [await showLife(pool), await showLife(pool)]
  const claim = (owner: number) => claimRun(db, 'bins', 'root', NOW, STOPPED, { owner })
  const first = await claim(one.owner)
  const runId = first.kind === 'ours' ? first.run.id : ''
  expect(await claim(other.owner)).toEqual({ kind: 'theirs', runId })
  expect(await isOrphaned(db, runId)).toBe(false)
  one.end()
  await expect.poll(() => isOrphaned(db, runId)).toBe(true)
  expect(await claim(other.owner)).toMatchObject({ kind: 'ours', run: { owner: other.owner } })
  other.end()
})
