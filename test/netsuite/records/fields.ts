// Reads the fields of a record from a request, and names the path of a wrong one.
import { invalidContent, NetSuiteError } from '#test/netsuite/errors.ts'
import type { TableName } from '#test/netsuite/tables.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** A part of the body with its path, as in `o:errorPath`: `inventory.items[0]`. */
export interface Part {
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A value of the body as a part; an empty part when it is not an object. */
export function part(path: string, value: unknown): Part {
  return { path, fields: isObject(value) ? value : {} }
}

/** The object in a field. */
export function child(parent: Part, name: string): Part {
  return part(pathTo(parent, name), parent.fields[name])
}

/** The lines of a sublist, `{ items: [...] }` in a field; none when it is missing. */
export function lines(parent: Part, name: string): Part[] {
  const list = child(parent, name)
  const items = list.fields['items']
  return Array.isArray(items)
    ? items.map((item, index) => part(`${list.path}.items[${index}]`, item))
    : []
}

/** A reference to an existing row, given as `{ id }`, a text or a number. */
export function reference(
  parent: Part,
  name: string,
  table: TableName,
  warehouse: Warehouse,
): number {
  const value = parent.fields[name]
  const found = Number(isObject(value) ? value['id'] : (value ?? Number.NaN))
  if (!Number.isInteger(found) || !warehouse.find(table, found)) {
    throw invalidContent(pathTo(parent, name), `Invalid reference key for ${name}.`)
  }
  return found
}

/** A number that is not zero. */
export function quantity(parent: Part, name: string): number {
  const value = Number(parent.fields[name] ?? Number.NaN)
  if (!Number.isFinite(value) || value === 0) {
    throw invalidContent(pathTo(parent, name), `Invalid value for ${name}.`)
  }
  return value
}

/** A rule of NetSuite that a record breaks. */
export function userError(path: string, what: string): NetSuiteError {
  return new NetSuiteError(400, 'USER_ERROR', what, { 'o:errorPath': path })
}

/** The path of a field of a part. */
export function pathTo(parent: Part, name: string): string {
  return parent.path === '' ? name : `${parent.path}.${name}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
