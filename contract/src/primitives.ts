import { z } from 'zod/mini'

/** In lower case, as PostgreSQL writes UUIDs: ids are compared and sorted as text. */
export const Id = z.uuid().check(z.toLowerCase())

/** An id in a path. A text that is no id names nothing: the API answers 404 with this message. */
export function pathId(notFoundMessage: string) {
  return z.uuid(notFoundMessage).check(z.toLowerCase())
}

/** A time in UTC with up to nine decimals. The bound keeps out what PostgreSQL does not read: it refuses hundreds of decimals. */
export const Timestamp = z.iso
  .datetime()
  .check(z.maxLength('2026-01-01T00:00:00.123456789Z'.length))
export const Count = z.int().check(z.nonnegative())

/** The client's idempotency key: an item sent twice is stored once, and the client matches the reply to its pending item. */
export const TempId = z.string().check(z.regex(/^temp-[\w-]{8,64}$/))

/** The `{ success: true, … }` envelope of a reply. */
export function successReply<T extends z.core.$ZodShape>(fields: T) {
  return z.object({ success: z.literal(true), ...fields })
}

interface TextRule {
  max: number
  required: string
  tooLong: string
}

/**
 * Text that a person typed: trimmed, normalized to NFC, not empty.
 * Lengths are counted in code points, as in PostgreSQL: an emoji is one character.
 */
export function requiredText(rule: TextRule, base = presentText(rule.required)) {
  const { max, required, tooLong } = rule
  return base.check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(1, required),
    z.refine(isStorable, 'This text has characters that cannot be saved'),
    z.refine((text) => countCharacters(text) <= max, tooLong),
  )
}

/** A field that is missing is refused in words. */
function presentText(required: string) {
  return z.string({ error: ({ input }) => (input == null ? required : undefined) })
}

/** Like `requiredText`, but may be empty. */
export function optionalText({ max, tooLong }: Omit<TextRule, 'required'>, base = z.string()) {
  return base.check(
    z.normalize('NFC'),
    z.trim(),
    z.refine(isStorable, 'This text has characters that cannot be saved'),
    z.refine((text) => countCharacters(text) <= max, tooLong),
  )
}

/** Like `requiredText`, for what is shown in one line: a title, a name, a skill. */
export function requiredLine(rule: TextRule) {
  return requiredText(rule, presentText(rule.required).check(z.overwrite(toOneLine)))
}

/** Like `requiredLine`, but may be empty. */
export function optionalLine(rule: Omit<TextRule, 'required'>) {
  return optionalText(rule, z.string().check(z.overwrite(toOneLine)))
}

const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
/** Control characters, and those that reverse the direction of the text after them. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Pasted line breaks become a space; a mail header, a list or another title must not be continued by what follows them. */
export function toOneLine(text: string): string {
  // U+0000 stays, so that the text is refused: nobody types it.
  return text
    .replaceAll(LINE_BREAKS, ' ')
    .replaceAll(CONTROLS, (character) => (character === '\u0000' ? character : ''))
}

export function countCharacters(text: string): number {
  return [...text].length
}

/** PostgreSQL refuses U+0000, and a lone surrogate is not a valid character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}
