import { z } from 'zod/mini'

const PASSWORD_MAX = 128

/** The three rules of a new password, each with the hint that the form checks off. */
export const PASSWORD_RULES = [
  { hint: 'At least 8 characters', isMet: (password: string) => [...password].length >= 8 },
  { hint: '1 uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { hint: '1 number', isMet: (password: string) => /\p{Nd}/u.test(password) },
] as const
const PASSWORD_HINT = 'At least 8 characters, 1 uppercase letter and 1 number'

/** A password that is being chosen; the rules do not apply to one that is typed to sign in. */
export const NewPassword = z.string().check(
  z.refine((password) => PASSWORD_RULES.every(({ isMet }) => isMet(password)), PASSWORD_HINT),
  z.maxLength(PASSWORD_MAX, `Password cannot be more than ${PASSWORD_MAX} characters`),
)

/** A password that is typed to prove who types it. */
export const CurrentPassword = z
  .string()
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(PASSWORD_MAX, `Password cannot be more than ${PASSWORD_MAX} characters`),
  )
