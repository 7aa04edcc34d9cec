import { nameKey } from '#contract/records/name-key.ts'
import type { Fill } from '#server/db/fills/fill.ts'

const NAMES = [
  { table: 'admins', name: 'username', key: 'username_key' },
  { table: 'admins', name: 'company_email', key: 'company_email_key' },
  { table: 'mobile_users', name: 'userid', key: 'userid_key' },
] as const

/**
 * If several names were distinct for the database and are the same now, the oldest gets the key. The others
 * get a key in capitals, which no typed name has: they are found when typed exactly, so every account can
 * still sign in.
 */
export const fillNameKeys: Fill = async (client) => {
  const sentences: string[] = []
  for (const { table, name, key } of NAMES) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT ${name} AS name FROM ${table} ORDER BY created_at, ${name}`,
    )
    const owners = new Map<string, string>()
    for (const row of rows) {
      const wanted = nameKey(row.name)
      const owner = owners.get(wanted)
      if (owner === undefined) owners.set(wanted, row.name)
      else
        sentences.push(
          `${name} '${row.name}' in ${table} is the same name as '${owner}' in other letters: it is found only exactly as it is written`,
        )
      const filled = owner === undefined ? wanted : `${wanted} AS WRITTEN: ${row.name}`
      await client.query(`UPDATE ${table} SET ${key} = $1 WHERE ${name} = $2`, [filled, row.name])
    }
  }
  return sentences
}
