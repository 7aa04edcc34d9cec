/** The raw database on the device, without the code that writes it. */
import { vi, type MockInstance } from 'vitest'
import {
  HEAD_PART,
  type Content,
  type DevicePart,
  type DeviceRecord,
  type PartContent,
} from '#console/data/device/device-record.ts'

/** All records. */
export function onDisk(): Promise<DeviceRecord[]> {
  return inStore('readonly', (snapshots) => snapshots.getAll() as IDBRequest<DeviceRecord[]>)
}

/** Writes a record as foreign code might. */
export async function putOnDisk(record: object): Promise<void> {
  await inStore('readwrite', (snapshots) => snapshots.put(record))
}

export async function emptyDisk(): Promise<void> {
  await inStore('readwrite', (snapshots) => snapshots.clear())
  await inStore('readwrite', (parts) => parts.clear(), 'parts')
}

/** The parts of long lists. */
export async function partsOnDisk(): Promise<DevicePart[]> {
  return (await allPartsOnDisk()).filter(({ number }) => number !== HEAD_PART)
}

/** The rows of the heads. */
export async function headsOnDisk(): Promise<DevicePart[]> {
  return (await allPartsOnDisk()).filter(({ number }) => number === HEAD_PART)
}

function allPartsOnDisk(): Promise<DevicePart[]> {
  return inStore('readonly', (parts) => parts.getAll() as IDBRequest<DevicePart[]>, 'parts')
}

/** Writes a part as foreign code might. */
export async function putPartOnDisk(part: object): Promise<void> {
  await inStore('readwrite', (parts) => parts.put(part), 'parts')
}

/** Limits the bytes of one write, as a browser counts them; the spy records every write. */
export function withRoomFor(bytes: number): MockInstance<IDBObjectStore['put']> {
  const put = Reflect.get(IDBObjectStore.prototype, 'put')
  const taken = new WeakMap<IDBTransaction, number>()
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: { readonly content: Content | PartContent },
    key?: IDBValidKey,
  ) {
    const sum = (taken.get(this.transaction) ?? 0) + sizeOf(value.content)
    taken.set(this.transaction, sum)
    if (sum > bytes) throw new DOMException('no room', 'QuotaExceededError')
    return put.call(this, value, key)
  })
}

/** The size of a value in bytes. */
export function sizeOf(content: Content | PartContent): number {
  if (typeof content === 'string') return content.length
  return 'iv' in content ? content.data.byteLength : content.byteLength
}

/** Drops finished transactions, which the database of the tests keeps forever. */
export async function forgetTransactions(): Promise<void> {
  const database = (await answered(indexedDB.open('dockside'))) as IDBDatabase & Remembering
  const { transactions } = database._rawDatabase
  transactions.splice(0, Infinity, ...transactions.filter(({ _state }) => _state !== 'finished'))
  database.close()
}

interface Remembering {
  readonly _rawDatabase: { readonly transactions: { readonly _state: string }[] }
}

/** Everything in a record, including its bytes, as one text to search. */
export function bytesOf(record: DeviceRecord | DevicePart): string {
  const { content, ...plain } = record
  if (typeof content === 'string') return JSON.stringify(record)
  const parts = 'iv' in content ? [content.iv, new Uint8Array(content.data)] : [content]
  const bytes = parts.map((part) => Buffer.from(part).toString('latin1'))
  return JSON.stringify(plain) + bytes.join('')
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (snapshots: IDBObjectStore) => IDBRequest<T>,
  table = 'snapshots',
): Promise<T> {
  const database = await answered(indexedDB.open('dockside'))
  try {
    return await answered(work(database.transaction(table, mode).objectStore(table)))
  } finally {
    database.close()
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })
}
