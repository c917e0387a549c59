import type { ChainableCommander, Redis } from 'ioredis'

const PROCESSES_KEY = 'presence:processes'
/** The members whose departure is to be announced; the score is the time from which any process may claim it. */
const DEPARTURES_KEY = 'presence:departures'
const PROCESS_TTL_MS = 15_000
/** Keys outlive a dead process, so that another one can still read its members; without any process they expire. */
const KEYS_TTL_MS = 10 * PROCESS_TTL_MS
const LAST_SEEN_TTL_MS = 30 * 86_400_000
const MEMBERS_BATCH_SIZE = 1_000
/** A claimed departure that was not completed within this time is claimed again: its process has died or failed. */
const CLAIM_TTL_MS = 30_000

/** Atomic: members who are neither those of a process nor departures would never be announced. */
const REAP_PROCESS = `
local expiresAt = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not expiresAt or tonumber(expiresAt) > tonumber(ARGV[2]) then return end
redis.call('ZUNIONSTORE', KEYS[2], 2, KEYS[2], KEYS[3], 'WEIGHTS', 1, 0, 'AGGREGATE', 'MIN')
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('DEL', KEYS[3])
redis.call('ZREM', KEYS[1], ARGV[1])`

/** Atomic, so that no two processes announce the same departure. */
const CLAIM_DEPARTURES = `
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, memberId in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], memberId) end
return due`

export interface PresenceStatus {
  isOnline: boolean
  lastSeen: string | null
}

/**
 * The members with a socket on any process. Redis holds the live processes and, for each, its members: one heartbeat
 * covers all members of a process, and after its death another process can read them. A member who leaves moves to the
 * departures in one transaction, and stays there until the departure is announced: a crash at any point loses none.
 * Every method rejects while Redis is unavailable.
 */
export class Presence {
  readonly #redis: Redis
  readonly #id: string

  constructor(redis: Redis, processId: string) {
    this.#redis = redis
    this.#id = processId
  }

  /** Registers this process as alive. True if Redis did not know it, so that its members must be added again. */
  async sendHeartbeat(): Promise<boolean> {
    const [added] = await Promise.all([
      this.#redis.zadd(PROCESSES_KEY, Date.now() + PROCESS_TTL_MS, this.#id),
      this.#redis.pexpire(PROCESSES_KEY, KEYS_TTL_MS),
      this.#redis.pexpire(membersKey(this.#id), KEYS_TTL_MS),
    ])
    return added === 1
  }

  async addMembers(memberIds: string[]): Promise<void> {
    await this.sendHeartbeat()
    for (let from = 0; from < memberIds.length; from += MEMBERS_BATCH_SIZE) {
      await this.#redis.sadd(membersKey(this.#id), memberIds.slice(from, from + MEMBERS_BATCH_SIZE))
    }
  }

  /** Removes a member of this process, and claims the departure. */
  async removeMember(memberId: string): Promise<void> {
    const claimedUntil = Date.now() + CLAIM_TTL_MS
    await runTransaction(
      this.#redis
        .multi()
        .srem(membersKey(this.#id), memberId)
        .zadd(DEPARTURES_KEY, claimedUntil, memberId)
        .pexpire(DEPARTURES_KEY, KEYS_TTL_MS),
    )
  }

  /** Stores now as the member's last-seen time, and returns it. */
  async recordLastSeen(memberId: string): Promise<string> {
    const now = new Date().toISOString()
    await this.#redis.set(lastSeenKey(memberId), now, 'PX', LAST_SEEN_TTL_MS)
    return now
  }

  async isOnlineElsewhere(memberId: string): Promise<boolean> {
    const others = (await this.#readLiveProcesses()).filter((id) => id !== this.#id)
    const results = await Promise.all(
      others.map((id) => this.#redis.sismember(membersKey(id), memberId)),
    )
    return results.includes(1)
  }

  async readStatuses(memberIds: string[]): Promise<Map<string, PresenceStatus>> {
    if (memberIds.length === 0) return new Map()
    const liveProcesses = await this.#readLiveProcesses()
    const [lastSeen, ...presence] = await Promise.all([
      this.#redis.mget(memberIds.map(lastSeenKey)),
      ...liveProcesses.map((id) => this.#redis.smismember(membersKey(id), ...memberIds)),
    ])
    return new Map(
      memberIds.map((memberId, index) => [
        memberId,
        {
          isOnline: presence.some((flags) => flags[index] === 1),
          lastSeen: lastSeen[index] ?? null,
        },
      ]),
    )
  }

  /** Removes dead processes; their members become departures that any process may claim. */
  async reapDeadProcesses(): Promise<void> {
    const now = Date.now()
    const dead = await this.#redis.zrangebyscore(PROCESSES_KEY, '-inf', now)
    for (const id of dead) {
      const keys = [PROCESSES_KEY, DEPARTURES_KEY, membersKey(id)] as const
      await this.#redis.eval(REAP_PROCESS, 3, ...keys, id, now, KEYS_TTL_MS)
    }
  }

  /** Claims up to `count` departures for this process, until they are completed or the claim expires. */
  async claimDepartures(count: number): Promise<string[]> {
    const now = Date.now()
    const script = [CLAIM_DEPARTURES, 1, DEPARTURES_KEY] as const
    return (await this.#redis.eval(...script, now, now + CLAIM_TTL_MS, count)) as string[]
  }

  /** The departure is announced, or the member is online again. */
  async completeDeparture(memberId: string): Promise<void> {
    await this.#redis.zrem(DEPARTURES_KEY, memberId)
  }

  async #readLiveProcesses(): Promise<string[]> {
    return this.#redis.zrangebyscore(PROCESSES_KEY, Date.now(), '+inf')
  }
}

/** Deletes what Redis keeps of a member who has left; their other keys expire within the hour. */
export async function deleteLastSeen(redis: Redis, memberId: string): Promise<void> {
  await redis.del(lastSeenKey(memberId))
}

/** Unlike `exec`, rejects if a command of the transaction failed. */
async function runTransaction(transaction: ChainableCommander): Promise<void> {
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error
}

function membersKey(processId: string): string {
  return `presence:members:${processId}`
}

function lastSeenKey(memberId: string): string {
  return `presence:seen:${memberId}`
}
