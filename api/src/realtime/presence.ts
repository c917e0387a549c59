import type { Redis } from 'ioredis'

const PROCESSES_KEY = 'presence:processes'
const PROCESS_TTL_MS = 15_000
/** When no process has lived for so long, nobody is left to be told, and Redis may forget. */
const KEYS_TTL_MS = 10 * PROCESS_TTL_MS
const LAST_SEEN_TTL_MS = 30 * 86_400_000
const MEMBERS_BATCH_SIZE = 1_000

export interface PresenceStatus {
  isOnline: boolean
  lastSeen: string | null
}

/**
 * Who has a socket anywhere, in Redis: the processes that live, and for each the members it has. So one command keeps
 * all members of a process alive, and when it dies another one learns whom it had. Everything here rejects while Redis
 * is away.
 */
export class Presence {
  readonly #redis: Redis
  readonly #id: string

  constructor(redis: Redis, processId: string) {
    this.#redis = redis
    this.#id = processId
  }

  /** Says that this process lives. True if nobody knew, so that its members have to be entered again. */
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

  /** Notes that the member was here until now, and gives that time. */
  async recordLastSeen(memberId: string): Promise<string> {
    const now = new Date().toISOString()
    await this.#redis.set(lastSeenKey(memberId), now, 'PX', LAST_SEEN_TTL_MS)
    return now
  }

  async isOnlineElsewhere(memberId: string): Promise<boolean> {
    const others = (await this.#readLiveProcesses()).filter((id) => id !== this.#id)
    const found = await Promise.all(
      others.map((id) => this.#redis.sismember(membersKey(id), memberId)),
    )
    return found.includes(1)
  }

  async readStatuses(memberIds: string[]): Promise<Map<string, PresenceStatus>> {
    if (memberIds.length === 0) return new Map()
    const living = await this.#readLiveProcesses()
    const [seen, ...present] = await Promise.all([
      this.#redis.mget(memberIds.map(lastSeenKey)),
      ...living.map((id) => this.#redis.smismember(membersKey(id), ...memberIds)),
    ])
    return new Map(
      memberIds.map((memberId, nth) => [
        memberId,
        { isOnline: present.some((each) => each[nth] === 1), lastSeen: seen[nth] ?? null },
      ]),
    )
  }

  /** The members of processes that have died; each of them is given to one caller, once. */
  async reapDeadProcesses(): Promise<string[]> {
    const dead = await this.#redis.zrangebyscore(PROCESSES_KEY, '-inf', Date.now())
    const found: string[] = []
    for (const id of dead) {
      if ((await this.#redis.zrem(PROCESSES_KEY, id)) === 0) continue
      found.push(...(await this.#redis.smembers(membersKey(id))))
      await this.#redis.del(membersKey(id))
    }
    return found
  }

  async #readLiveProcesses(): Promise<string[]> {
    return this.#redis.zrangebyscore(PROCESSES_KEY, Date.now(), '+inf')
  }
}

function membersKey(processId: string): string {
  return `presence:members:${processId}`
}

function lastSeenKey(memberId: string): string {
  return `presence:seen:${memberId}`
}
