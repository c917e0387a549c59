import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import {
  appendFields,
  appendPresentFields,
  buildJson,
  joinObjects,
  rawArray,
  RawJson,
  readFirstField,
} from './json-text.ts'

const fieldName = fc.stringMatching(/^[a-z_][A-Za-z_]{0,8}$/)
const fieldValue = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(undefined))
const fields = fc.dictionary(fieldName, fieldValue, { noNullPrototype: true, maxKeys: 5 })
/** What PostgreSQL and `JSON.stringify` write: with and without spaces. */
const writers = [JSON.stringify, (value: unknown) => JSON.stringify(value, null, 1)]
const writer = fc.constantFrom(...writers)

test('an object with raw values is the JSON of the object with those values', () => {
  fc.assert(
    fc.property(
      fields,
      fc.jsonValue(),
      fc.array(fc.jsonValue()),
      writer,
      (plain, one, many, write) => {
        const items = many.map((item) => write(item))
        const json = buildJson({ ...plain, Raw: new RawJson(write(one)), Items: rawArray(items) })
        expect(JSON.parse(json)).toEqual(
          JSON.parse(JSON.stringify({ ...plain, Raw: one, Items: many })),
        )
      },
    ),
  )
})

test('appended fields follow those of the object, whichever of the two is empty', () => {
  fc.assert(
    fc.property(fields, fields, writer, (before, after, write) => {
      const renamed = Object.fromEntries(
        Object.entries(after).map(([name, value]) => [`New${name}`, value]),
      )
      const expected = JSON.parse(JSON.stringify({ ...before, ...renamed })) as object
      const json = write(before)
      for (const joined of [appendFields(json, renamed), joinObjects(json, buildJson(renamed))]) {
        expect(JSON.parse(joined)).toEqual(expected)
        expect(Object.keys(JSON.parse(joined) as object)).toEqual(Object.keys(expected))
      }
    }),
  )
})

test('only the first field is read', () => {
  const text = fc.stringMatching(/^[\w-]{0,40}$/)
  fc.assert(
    fc.property(fieldName, text, fields, writer, (name, value, others, write) => {
      const object = write({ [name]: value, Last: { [`${name}x`]: 'no' }, ...omit(others, name) })
      expect(readFirstField(object, name)).toBe(value)
      expect(readFirstField(object, `${name}x`)).toBeUndefined()
    }),
  )
  expect(readFirstField('{}', 'type')).toBeUndefined()
  expect(readFirstField('', 'type')).toBeUndefined()
})

test('PostgreSQL appends the fields that are not null, and Node can append more', async () => {
  await using database = await openTestDatabase()
  const object = sql`json_build_object('_id', 7)`
  const given = {
    text: sql`'a "quoted" }'::text`,
    none: sql`null::text`,
    data: sql`'{"b": [1]}'::jsonb`,
  }
  const none = { none: sql`null::text` }

  const { rows } = await sql<{ some: string; none: string }>`
    select ${appendPresentFields(object, given)} as some, ${appendPresentFields(object, none)} as none
  `.execute(database.db)

  const [row] = rows
  expect(JSON.parse(row?.some ?? '')).toEqual({ _id: 7, text: 'a "quoted" }', data: { b: [1] } })
  expect(JSON.parse(appendFields(row?.none ?? '', { more: null }))).toEqual({ _id: 7, more: null })
})

function omit(object: object, name: string): object {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))
}
