import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeFrontCoding } from './common-passwords/front-coding.ts'

const LIST = join(import.meta.dirname, 'common-passwords/common-passwords.txt')

/** The 10,000 most common passwords that can meet the rules of a new password, in lower case, and a hundred more. */
const COMMON_PASSWORDS = new Set(decodeFrontCoding(readFileSync(LIST, 'utf8')))

export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase())
}
