import { later } from '#test/contract/causes/corpus/later.ts'
import { netsuite } from '#test/contract/causes/corpus/netsuite.ts'
import { others } from '#test/contract/causes/corpus/others.ts'
import type { Sample } from '#test/contract/causes/corpus/sample.ts'
import { server } from '#test/contract/causes/corpus/server.ts'

/** All messages of the corpus. */
export const samples: readonly Sample[] = [...netsuite, ...server, ...others, ...later]
