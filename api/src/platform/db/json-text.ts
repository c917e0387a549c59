import { sql, type RawBuilder } from 'kysely'

/** JSON that is a part of other JSON as it is: PostgreSQL wrote it, and parsing it would cost more than finding it. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The JSON of an array of items that are JSON already. */
export function rawArray(items: readonly string[]): RawJson {
  return new RawJson(`[${items.join()}]`)
}

/** The JSON of an object whose values may be raw JSON. Like in `JSON.stringify`, fields that are undefined are left out. */
export function buildJson(fields: object): string {
  let text = ''
  for (const [name, value] of Object.entries(fields)) {
    const json = value instanceof RawJson ? value.text : JSON.stringify(value)
    if (json !== undefined) text += `${text === '' ? '' : ','}"${name}":${json}`
  }
  return `{${text}}`
}

/** Adds fields at the end of an object that is JSON already. */
export function appendFields(object: string, fields: object): string {
  return joinObjects(object, buildJson(fields))
}

/** One object with the fields of both, which are JSON already: for fields that many objects get. */
export function joinObjects(object: string, other: string): string {
  if (object === '{}') return other
  return other === '{}' ? object : `${object.slice(0, -1)},${other.slice(1)}`
}

/** The value of the field `name` if it is the first of an object: a text without escapes, such as an id or a type. */
export function readFirstField(object: string, name: string): string | undefined {
  const nameStart = object.indexOf('"') + 1
  const nameEnd = object.indexOf('"', nameStart)
  if (object.slice(nameStart, nameEnd) !== name) return undefined
  const valueStart = object.indexOf('"', nameEnd + 1) + 1
  return object.slice(valueStart, object.indexOf('"', valueStart))
}

/** `appendFields` in SQL, for fields that an object has only if they are not null. The object needs another field. */
export function appendPresentFields(
  object: RawBuilder<unknown>,
  fields: Record<string, RawBuilder<unknown>>,
  moreFields: RawBuilder<unknown> = sql`null`,
): RawBuilder<string> {
  return sql`concat(left(${object}::text, -1), ${listPresentFields(fields)}, ${moreFields}, '}')`
}

/** The texts of fields, each after a comma, or null where the field is: arguments of `concat`. */
export function listPresentFields(
  fields: Record<string, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const texts = Object.entries(fields).map(
    ([name, value]) => sql`${sql.lit(`,${JSON.stringify(name)}:`)} || to_json(${value})::text`,
  )
  return sql.join(texts)
}
