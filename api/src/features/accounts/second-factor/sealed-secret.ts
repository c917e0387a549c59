import type { KeyObject } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'
import { decryptWithAnyKey, encryptPayload } from '../../../platform/crypto/encrypt-payload.ts'
import { computeHmac, deriveKey, listSecrets } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'

type Secrets = Pick<Config, 'SECRET' | 'SECRET_BEFORE'>

const BATCH_SIZE = 500

/** The columns with the secret of an app, encrypted for its member alone. */
export function sealTotpSecret(secret: string, memberId: string, totpSecret: string) {
  const key = deriveKey(secret, 'totp')
  return {
    secret: encryptPayload(key, buildLabel(memberId), totpSecret),
    key_id: getKeyId(key),
  }
}

function getKeyId(key: KeyObject): Buffer {
  return computeHmac(key, 'id').subarray(0, 8)
}

/** Throws if `SECRET` was lost: recovery codes still work then. */
export function openTotpSecret(config: Secrets, memberId: string, sealed: Buffer): string {
  const keys = listSecrets(config).map((secret) => deriveKey(secret, 'totp'))
  return decryptWithAnyKey(keys, buildLabel(memberId), sealed)
}

function buildLabel(memberId: string): string {
  return `totp ${memberId}`
}

/**
 * Encrypts again what has the key of the other secret, as `SECRET_BEFORE` is removed some day. What no secret of this process opens is
 * left as it is. Returns how many rows were changed.
 */
export async function resealTotpSecrets(db: Database, config: Secrets): Promise<number> {
  const { SECRET, SECRET_BEFORE } = config
  if (SECRET_BEFORE === undefined) return 0
  const oldKeyId = getKeyId(deriveKey(SECRET_BEFORE, 'totp'))
  let changed = 0
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('totp')
        .select(['member_id', 'secret'])
        .where('key_id', '=', oldKeyId)
        .limit(BATCH_SIZE)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { member_id: memberId, secret } of rows) {
        const opened = openTotpSecret(config, memberId, secret)
        const sealed = sealTotpSecret(SECRET, memberId, opened)
        await tx.updateTable('totp').set(sealed).where('member_id', '=', memberId).execute()
      }
      return rows.length
    })
    changed += count
    if (count < BATCH_SIZE) return changed
  }
}
