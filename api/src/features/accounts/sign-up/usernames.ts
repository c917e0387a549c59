import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { computeHmac, deriveKey } from '../../../platform/crypto/secrets.ts'
import { isUsernameFree } from '../queries.ts'

/** Names that are paths of the site or would let a member pose as its staff. */
const RESERVED_USERNAMES = new Set(
  `about abuse account accounts admin administrator api app auth blog browse contact cookies create dev delete dolph
  edit everyone help home login logout mail me messages moderator new null official owner posts privacy profile root
  security settings signin signup staff status support system team terms undefined unknown user users verify www`.split(
    /\s+/,
  ),
)

/** Refuses a username that is taken, retired or reserved. */
export async function refuseTakenUsername(
  db: Queryable,
  secrets: readonly string[],
  username: string,
) {
  const isFree =
    !RESERVED_USERNAMES.has(username.toLowerCase()) &&
    (await isUsernameFree(
      db,
      username,
      secrets.map((secret) => digestUsername(secret, username)),
    ))
  if (!isFree) throw createTakenUsernameRefusal()
}

export function createTakenUsernameRefusal(): Refusal {
  return new Refusal('conflict', 'This username is already taken', {
    fields: { userName: 'This username is already taken' },
  })
}

/** Returns a free username derived from a person's name. */
export async function suggestUsername(
  db: Queryable,
  secrets: readonly string[],
  fullName: string,
): Promise<string> {
  const base =
    fullName
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9_-]/g, '')
      .slice(0, 24) || 'member'
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const name = attempt === 0 ? base.padEnd(3, '0') : `${base}${attempt + 1}`.padEnd(3, '0')
    const isFree = await refuseTakenUsername(db, secrets, name).then(
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
