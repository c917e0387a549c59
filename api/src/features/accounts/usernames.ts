import type { Queryable } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import { computeHmac, deriveKey } from '../../secrets.ts'
import { isUsernameFree } from './queries.ts'

/** Words that are addresses of ours, or that would let somebody speak for us. */
const RESERVED_USERNAMES = new Set(
  `about abuse account accounts admin administrator api app auth blog browse contact cookies create dev delete dolph
  edit everyone help home login logout mail me messages moderator new null official owner posts privacy profile root
  security settings signin signup staff status support system team terms undefined unknown user users verify www`.split(
    /\s+/,
  ),
)

/** Refuses a name that somebody has, had until lately, or that nobody may have. */
export async function refuseTakenUsername(db: Queryable, secret: string, username: string) {
  const isFree =
    !RESERVED_USERNAMES.has(username.toLowerCase()) &&
    (await isUsernameFree(db, username, digestUsername(secret, username)))
  if (isFree) return
  throw new Refusal('conflict', 'This username is already taken', {
    fields: { userName: 'This username is already taken' },
  })
}

/** A free name made from what we know of a person. */
export async function suggestUsername(
  db: Queryable,
  secret: string,
  from: string,
): Promise<string> {
  const base =
    from
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9_-]/g, '')
      .slice(0, 24) || 'member'
  for (let nth = 0; nth < 50; nth += 1) {
    const name = nth === 0 ? base.padEnd(3, '0') : `${base}${nth + 1}`.padEnd(3, '0')
    const isFree = await refuseTakenUsername(db, secret, name).then(
      () => true,
      () => false,
    )
    if (isFree) return name
  }
  return `member-${Date.now().toString(36)}`
}

export function digestUsername(secret: string, username: string): Buffer {
  return computeHmac(deriveKey(secret, 'usernames'), username.toLowerCase())
}
