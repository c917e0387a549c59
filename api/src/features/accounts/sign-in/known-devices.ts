import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { setCookie } from '../../../platform/http/cookies.ts'
import { generateToken, hashToken, isToken } from '../../../platform/crypto/secrets.ts'

const DEVICE_DAYS = 180
const DEVICES_MAX = 30

/**
 * Remembers that this browser has signed in to the account, and returns the token for its cookie. The token is new each
 * time, for all accounts of the browser: a copy of an earlier cookie recognizes nothing.
 */
export async function rememberDevice(
  tx: Queryable,
  request: FastifyRequest,
  memberId: string,
  { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
) {
  const token = generateToken()
  const previousToken = getDeviceToken(request)
  if (previousToken) {
    await tx
      .updateTable('known_devices')
      .set({ token_hash: hashToken(token) })
      .where('token_hash', '=', hashToken(previousToken))
      .execute()
  }
  await tx
    .insertInto('known_devices')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      second_factor_at: hasSecondFactor ? sql`now()` : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'member_id']).doUpdateSet((device) => ({
        signed_in_at: sql`now()`,
        second_factor_at: sql`coalesce(${device.ref('excluded.second_factor_at')}, known_devices.second_factor_at)`,
      })),
    )
    .execute()
  await sql`
    delete from known_devices where (token_hash, member_id) in (
      select token_hash, member_id from known_devices where member_id = ${memberId}
      order by signed_in_at desc offset ${DEVICES_MAX})
  `.execute(tx)
  return token
}

export function setDeviceCookie(app: FastifyInstance, reply: FastifyReply, token: string): void {
  setCookie(reply, app.cookieNames.device, token, { maxAgeSeconds: DEVICE_DAYS * 86_400 })
}

/**
 * The member of this email and their last sign-in in this browser, if there was one. That time names the browser in a count of attempts: its
 * token does not, as any other member who signs in there replaces it.
 */
export async function selectMemberOfDevice(db: Queryable, request: FastifyRequest, email: string) {
  const token = getDeviceToken(request)
  if (!token) return undefined
  return db
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.member_id', 'known_devices.member_id')
    .select(['accounts.member_id as memberId', 'signed_in_at as signedInAt'])
    .where('token_hash', '=', hashToken(token))
    .where('accounts.email', '=', email)
    .executeTakeFirst()
}

/** The last sign-in of the member in this browser, if it has given their second factor before. */
export async function selectDeviceWithSecondFactor(
  db: Queryable,
  request: FastifyRequest,
  memberId: string,
): Promise<string | undefined> {
  const token = getDeviceToken(request)
  if (!token) return undefined
  const row = await db
    .selectFrom('known_devices')
    .select('signed_in_at as signedInAt')
    .where('token_hash', '=', hashToken(token))
    .where('member_id', '=', memberId)
    .where('second_factor_at', 'is not', null)
    .executeTakeFirst()
  return row?.signedInAt
}

/** The browser has just shown that it has the second factor. */
export async function markDevice(tx: Queryable, request: FastifyRequest, memberId: string) {
  const token = getDeviceToken(request)
  if (!token) return
  await tx
    .updateTable('known_devices')
    .set({ second_factor_at: sql`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('member_id', '=', memberId)
    .execute()
}

/** Whether this browser has signed in to the account before. */
export async function isKnownDevice(
  db: Queryable,
  request: FastifyRequest,
  memberId: string,
): Promise<boolean> {
  const token = getDeviceToken(request)
  if (!token) return false
  const row = await db
    .selectFrom('known_devices')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** A new password makes every device a stranger: one of them may be the intruder's. */
export async function deleteDevices(tx: Queryable, memberId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('member_id', '=', memberId).execute()
}

export async function deleteExpiredDevices(db: Queryable): Promise<void> {
  const expired = sql`signed_in_at < now() - make_interval(days => ${DEVICE_DAYS})`
  await deleteInBatches(db, 'known_devices', expired)
}

function getDeviceToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[request.server.cookieNames.device]
  return isToken(token) ? token : undefined
}
