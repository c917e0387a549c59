import type { Redis } from 'ioredis'

const PROCESSES = 'presence:processes'
const LIFE_MS = 15_000
/** When no process has lived for so long, nobody is left to be told, and Redis may forget. */
const KEPT_MS = 10 * LIFE_MS
const SEEN_KEPT_MS = 30 * 86_400_000
const MEMBERS_AT_ONCE = 1_000

export interface Status {
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
  async beat(): Promise<boolean> {
    const [added] = await Promise.all([
      this.#redis.zadd(PROCESSES, Date.now() + LIFE_MS, this.#id),
      this.#redis.pexpire(PROCESSES, KEPT_MS),
      this.#redis.pexpire(membersOf(this.#id), KEPT_MS),
    ])
    return added === 1
  }

  async enter(memberIds: string[]): Promise<void> {
    await this.beat()
    for (let from = 0; from < memberIds.length; from += MEMBERS_AT_ONCE) {
      await this.#redis.sadd(membersOf(this.#id), memberIds.slice(from, from + MEMBERS_AT_ONCE))
    }
  }

  async leave(memberId: string): Promise<void> {
    await this.#redis.srem(membersOf(this.#id), memberId)
  }

  /** Notes that the member was here until now, and gives that time. */
  async noteSeen(memberId: string): Promise<string> {
    const now = new Date().toISOString()
    await this.#redis.set(seenOf(memberId), now, 'PX', SEEN_KEPT_MS)
    return now
  }

  async isElsewhere(memberId: string): Promise<boolean> {
    const others = (await this.#living()).filter((id) => id !== this.#id)
    const found = await Promise.all(
      others.map((id) => this.#redis.sismember(membersOf(id), memberId)),
    )
    return found.includes(1)
  }

  async statusOf(memberIds: string[]): Promise<Map<string, Status>> {
    if (memberIds.length === 0) return new Map()
    const living = await this.#living()
    const [seen, ...present] = await Promise.all([
      this.#redis.mget(memberIds.map(seenOf)),
      ...living.map((id) => this.#redis.smismember(membersOf(id), ...memberIds)),
    ])
    return new Map(
      memberIds.map((memberId, nth) => [
        memberId,
        { isOnline: present.some((each) => each[nth] === 1), lastSeen: seen[nth] ?? null },
      ]),
    )
  }

  /** The members of processes that have died; each of them is given to one caller, once. */
  async bury(): Promise<string[]> {
    const dead = await this.#redis.zrangebyscore(PROCESSES, '-inf', Date.now())
    const found: string[] = []
    for (const id of dead) {
      if ((await this.#redis.zrem(PROCESSES, id)) === 0) continue
      found.push(...(await this.#redis.smembers(membersOf(id))))
      await this.#redis.del(membersOf(id))
    }
    return found
  }

  async #living(): Promise<string[]> {
    return this.#redis.zrangebyscore(PROCESSES, Date.now(), '+inf')
  }
}

function membersOf(processId: string): string {
  return `presence:members:${processId}`
}

function seenOf(memberId: string): string {
  return `presence:seen:${memberId}`
}
