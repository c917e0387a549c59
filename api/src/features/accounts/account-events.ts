import { AccountEventKind, type AccountEventMethod } from '@dolph/contract/accounts/account-events'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Queryable } from '../../platform/db/database.ts'
import { getAddressKey } from '../../platform/http/limits/rate-limits.ts'
import { computeHmac, deriveKey } from '../../platform/crypto/secrets.ts'
import { describeDevice } from './sign-in/describe-device.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The HMAC of an address; its key changes every day (UTC). */
    hashAddressOfToday: (ip: string) => Buffer
    countAccountEvent: (kind: AccountEventKind) => void
  }
}

/** What the recording of events needs of the app: the daily key of addresses and the counters for alerts. */
export const accountEvents = plugin<{ secret: string }>(async (app, { secret }) => {
  const counter = new Counter({
    name: 'dolph_account_events_total',
    help: 'Events of accounts that this process has recorded',
    labelNames: ['kind'] as const,
    registers: [app.metricsRegistry],
  })
  for (const kind of AccountEventKind.options) counter.inc({ kind }, 0)
  app.decorate('countAccountEvent', (kind: AccountEventKind) => counter.inc({ kind }))
  app.decorate('hashAddressOfToday', (ip: string) => {
    const today = new Date().toISOString().slice(0, 10)
    return computeHmac(deriveKey(secret, `account events of ${today}`), getAddressKey(ip))
  })
})

interface NewAccountEvent {
  memberId: string
  kind: AccountEventKind
  method?: AccountEventMethod
}

/** Records what happened to an account, in the transaction of its cause. */
export async function recordAccountEvent(
  tx: Queryable,
  request: FastifyRequest,
  event: NewAccountEvent,
): Promise<void> {
  await tx.insertInto('account_events').values(buildRow(request, event)).execute()
  request.server.countAccountEvent(event.kind)
}

/** Records what an operator did on the server, in the transaction of its audit entry. There is no browser and no address. */
export async function recordOperatorEvent(
  tx: Queryable,
  { memberId, kind }: NewAccountEvent,
): Promise<void> {
  const nowhere = { device: 'Dolph support', address_hash: Buffer.alloc(32) }
  await tx
    .insertInto('account_events')
    .values({ member_id: memberId, kind, ...nowhere })
    .execute()
}

/**
 * Records a wrong password, unless the last hour has one already: the attempts of a streak are one event, and guessing
 * cannot fill the table.
 */
export async function recordFailure(
  db: Queryable,
  request: FastifyRequest,
  event: NewAccountEvent,
): Promise<void> {
  const { member_id, kind, device, address_hash } = buildRow(request, event)
  const { numAffectedRows } = await sql`
    insert into account_events (member_id, kind, device, address_hash)
    select ${member_id}, ${kind}, ${device}, ${address_hash}
    where not exists (
      select from account_events where member_id = ${member_id} and kind = ${kind}
        and id > (select uuid_v7(now() - interval '1 hour')))
  `.execute(db)
  if (numAffectedRows === 1n) request.server.countAccountEvent(kind)
}

/** Records a failed sign-in after the reply: before it, the time of the reply would tell that the email has an account. */
export function recordFailedSignIn(db: Queryable, request: FastifyRequest, memberId: string): void {
  setImmediate(() => {
    recordFailure(db, request, { memberId, kind: 'sign-in-failed' }).catch((error: unknown) =>
      request.log.warn(error, 'failed sign-in not recorded; the next one is'),
    )
  })
}

function buildRow(request: FastifyRequest, { memberId, kind, method }: NewAccountEvent) {
  return {
    member_id: memberId,
    kind,
    method: method ?? null,
    device: describeDevice(request),
    address_hash: request.server.hashAddressOfToday(request.ip),
  }
}

/** The newest events of the member, older than the one at the cursor. */
export async function selectAccountEvents(
  db: Queryable,
  memberId: string,
  { before, limit }: { before: string | undefined; limit: number },
) {
  return db
    .selectFrom('account_events')
    .select(['id as _id', 'kind', 'method', 'device', 'created_at as createdAt'])
    .where('member_id', '=', memberId)
    .$if(before !== undefined, (events) => events.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteOldAccountEvents(db: Queryable): Promise<void> {
  await sql`select delete_old_account_events()`.execute(db)
}
