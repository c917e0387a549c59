import { z } from 'zod/mini'

/** In small letters, as PostgreSQL writes them: ids are compared as text, and ordered so. */
export const Id = z.uuid().check(z.toLowerCase())
export const Timestamp = z.iso.datetime()
export const Count = z.int().check(z.nonnegative())

/** Chosen by the client, so that the same thing sent twice is kept once and a waiting entry finds its reply. */
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
 * Something a person typed: trimmed, in one Unicode form, never empty.
 * Lengths are counted as people and PostgreSQL count them: an emoji is one character.
 */
export function requiredText({ max, required, tooLong }: TextRule) {
  return z.string().check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(1, required),
    z.refine(isStorable, 'This text has characters that cannot be saved'),
    z.refine((typed) => countCharacters(typed) <= max, tooLong),
  )
}

/** The same, but nothing is an answer too. */
export function optionalText({ max, tooLong }: Omit<TextRule, 'required'>) {
  return z.string().check(
    z.normalize('NFC'),
    z.trim(),
    z.refine(isStorable, 'This text has characters that cannot be saved'),
    z.refine((typed) => countCharacters(typed) <= max, tooLong),
  )
}

export function countCharacters(typed: string): number {
  return [...typed].length
}

/** PostgreSQL refuses U+0000, and half a surrogate pair is no character. */
export function isStorable(typed: string): boolean {
  return typed.isWellFormed() && !typed.includes('\u0000')
}
