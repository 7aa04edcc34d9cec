/** Reads from the device what the network has not brought yet. */
import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import { restoreSnapshot } from '#console/data/collections/snapshots.ts'
import { restoreCases } from '#console/data/exceptions/stored-cases.ts'

const CASES = 'cases'

/**
 * Puts what the device stores into the query client, each list once.
 * @param names the lists that are missing
 * @param lacksCases whether the cases are missing
 * @returns whether the device is being read for the first time, so that what is missing may arrive in a moment
 */
export function useRestoring(names: readonly FloorCollection[], lacksCases: boolean): boolean {
  const client = useQueryClient()
  const reads = useRef(new Map<string, Promise<unknown>>())
  const [hasEnded, setEnded] = useState(false)
  const wanted = [...names, ...(lacksCases ? [CASES] : [])].join(' ')
  useEffect(() => {
    let isLeft = false
    const all = new Set(wanted.split(' '))
    for (const name of reads.current.keys()) if (!all.has(name)) reads.current.delete(name)
    for (const name of [...RECORD_COLLECTIONS, CASES] as const)
      if (all.has(name) && !reads.current.has(name))
        reads.current.set(
          name,
          name === CASES ? restoreCases(client) : restoreSnapshot(client, name),
        )
    void Promise.allSettled(reads.current.values()).then(() => {
      if (!isLeft) setEnded(true)
    })
    return () => {
      isLeft = true
    }
  }, [client, wanted])
  return wanted !== '' && !hasEnded
}
