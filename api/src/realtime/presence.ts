import type { Redis } from 'ioredis'

const PROCESSES_KEY = 'presence:processes'
const PROCESS_TTL_MS = 15_000
/** Keys outlive a dead process, so that another one can still read its members; without any process they expire. */
const KEYS_TTL_MS = 10 * PROCESS_TTL_MS
const LAST_SEEN_TTL_MS = 30 * 86_400_000
const MEMBERS_BATCH_SIZE = 1_000

export interface PresenceStatus {
  isOnline: boolean
  lastSeen: string | null
}

/**
 * The members with a socket on any process. Redis holds the live processes and, for each, its members: one heartbeat
 * covers all members of a process, and after its death another process can read them. Every method rejects while Redis
 * is unavailable.
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

  async removeMember(memberId: string): Promise<void> {
    await this.#redis.srem(membersKey(this.#id), memberId)
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

  /** Removes dead processes and returns their members; each dead process is returned to one caller only. */
  async reapDeadProcesses(): Promise<string[]> {
    const dead = await this.#redis.zrangebyscore(PROCESSES_KEY, '-inf', Date.now())
    const orphanedMembers: string[] = []
    for (const id of dead) {
      if ((await this.#redis.zrem(PROCESSES_KEY, id)) === 0) continue
      orphanedMembers.push(...(await this.#redis.smembers(membersKey(id))))
      await this.#redis.del(membersKey(id))
    }
    return orphanedMembers
  }

  async #readLiveProcesses(): Promise<string[]> {
    return this.#redis.zrangebyscore(PROCESSES_KEY, Date.now(), '+inf')
  }
}

/** Deletes what Redis keeps of a member who has left; their other keys expire within the hour. */
export async function deleteLastSeen(redis: Redis, memberId: string): Promise<void> {
  await redis.del(lastSeenKey(memberId))
}

function membersKey(processId: string): string {
  return `presence:members:${processId}`
}

function lastSeenKey(memberId: string): string {
  return `presence:seen:${memberId}`
}
