/** Compares the server with a bare Postgres and a bare Fastify route, at one number of rows. */
import type { Sample } from '#test/bench/figures.ts'
import { openServerBench } from '#test/bench/server/rounds.ts'
import type { TestPostgres } from '#test/support/database/postgres.ts'

/**
 * Measures in rounds.
 * @param onRound called after each round with all measurements so far; returns false to stop
 */
export async function measureServer(
  postgres: TestPostgres,
  rows: number,
  repeats: number,
  onRound: (round: number, samples: readonly Sample[]) => Promise<boolean>,
): Promise<void> {
  const bench = await openServerBench(postgres, rows)
  const samples: Sample[] = []
  try {
    for (let round = 1; round <= repeats; round += 1) {
      samples.push(...(await bench.round()))
      if (!(await onRound(round, samples))) return
    }
  } finally {
    await bench.close()
  }
}
