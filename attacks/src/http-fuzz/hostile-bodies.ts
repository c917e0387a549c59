import type { RandomSource } from '@dolph/bench/load/random-source'
import { HOSTILE_JSON, HOSTILE_TEXTS, HOSTILE_TIMES } from './hostile-values.ts'
import { pickFrom } from './sample-value.ts'

export function pickHostileText(random: RandomSource): string {
  const text = pickFrom(random, HOSTILE_TEXTS)
  return random.fraction() < 0.15 ? text + pickFrom(random, HOSTILE_TEXTS) : text
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT/

/** A text that is nearly the valid one: it passes the checks that look at a part of it. */
export function mutateText(valid: string, random: RandomSource): string {
  // A time that is nearly right gets further than any other text.
  if (TIMESTAMP.test(valid) && random.fraction() < 0.7) return pickFrom(random, HOSTILE_TIMES)
  if (valid === '' || random.fraction() < 0.5) return pickHostileText(random)
  const at = random.below(valid.length)
  const [before, rest] = [valid.slice(0, at), valid.slice(at)]
  return pickFrom(random, [
    before + rest.charAt(0).repeat(200) + rest,
    before + rest.slice(1),
    before,
    `${before}9${rest.slice(1)}`,
    before + pickHostileText(random).slice(0, 5) + rest,
    valid.toUpperCase(),
    valid.replaceAll(/\d/g, '9'),
    valid.repeat(2),
  ])
}

function pickHostileValue(random: RandomSource): unknown {
  return random.fraction() < 0.6 ? pickHostileText(random) : pickFrom(random, HOSTILE_JSON)
}

/** Replaces, removes, adds or wraps one or two fields of a valid body. */
export function mutateFields(body: Record<string, unknown>, random: RandomSource): object {
  const mutated = { ...body }
  for (let change = 0; change < 1 + random.below(2); change += 1) {
    const key = pickFrom(random, [...Object.keys(body), pickHostileText(random)])
    const value = mutated[key]
    const choice = random.below(10)
    if (choice < 3 && typeof value === 'string') mutated[key] = mutateText(value, random)
    else if (choice < 6) mutated[key] = pickHostileValue(random)
    else if (choice === 6) delete mutated[key]
    else if (choice === 7) mutated[key] = [value, value]
    else if (choice === 8) mutated[key] = { [pickHostileText(random)]: value }
    else mutated[key] = Array.from({ length: random.below(60) }, () => pickHostileValue(random))
  }
  return mutated
}

const CONSTANT_BODIES = [
  '',
  '{',
  'null',
  '"x"',
  '1',
  '[]',
  'true',
  '{"a":1e999}',
  'a=1&b=2',
  '{}{}',
  '//',
  '{,}',
  '['.repeat(100_000),
  '['.repeat(30_000) + ']'.repeat(30_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'x'.repeat(64 * 1024 + 1),
  `{"x":"${'a'.repeat(63_000)}"}`,
  `{"x":${'1'.repeat(60_000)}}`,
]

/** Bodies that are not the JSON text of an object, or are so in an unusual way. */
export function buildHostileBody(body: unknown, random: RandomSource): Buffer {
  if (random.fraction() < 0.4) return Buffer.from(pickFrom(random, CONSTANT_BODIES))
  const json = JSON.stringify(body ?? {})
  const inner = json.slice(1, -1)
  const text = pickFrom(random, [
    json.slice(0, random.below(json.length)),
    `{"__proto__":{"isAdmin":true}${inner && `,${inner}`}}`,
    `{"constructor":{"prototype":{"a":1}}${inner && `,${inner}`}}`,
    `{${inner && `${inner},`}${inner || '"a":1'}}`,
    `\ufeff${json}`,
    `${json}\u0000`,
    json.replaceAll('"', "'"),
    json.replace(':"', ':"\\ud800'),
    json.replace(':"', ':"\\u0000'),
    json.replace(':"', ':"\\x41'),
  ])
  const encoding = random.fraction()
  if (encoding < 0.1) return Buffer.from(text, 'utf16le')
  if (encoding < 0.2) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xed, 0xa0])])
  return Buffer.from(text)
}

const PART_HEADS = [
  'Content-Disposition: form-data; name="profilePicture"; filename="a.png"\r\n\r\n',
  'Content-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n',
  'Content-Disposition: form-data; name="profilePicture"\r\n\r\n',
  'Content-Disposition: form-data; name="profilePicture"; filename*=UTF-8\'\'a\r\n\r\n',
  `Content-Disposition: form-data; name="${'a'.repeat(5_000)}"; filename="a"\r\n\r\n`,
  'Content-Type: image/png\r\n\r\n',
  '\r\n',
  '',
]
const MAGIC_BYTES = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\0\0WEBP',
  'GIF89a',
  '<svg>',
  '',
]
const FORM_ENDS = ['\r\n--x--\r\n', '\r\n--x--', '\r\n--x\r\n', '']

/** A multipart form with the boundary `x`, hardly ever a valid one. */
export function buildHostileForm(random: RandomSource): Buffer {
  const start = pickFrom(random, ['--x\r\n', '--x', '', '\r\n'])
  const head = start + pickFrom(random, PART_HEADS)
  const bytes = pickFrom(random, MAGIC_BYTES) + pickHostileText(random)
  return Buffer.from(head + bytes + pickFrom(random, FORM_ENDS), 'latin1')
}
