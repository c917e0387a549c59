import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { busDropped } from './socket-metrics.ts'

/** An internal event, never sent to browsers: the member's sessions changed, so the gateway must recheck their sockets. */
export const SESSIONS_CHANGED = 'sessions-changed'

/**
 * Makes every process look up the member's sessions again: one has ended, or the name, proof, restrictions or blocks of the member have
 * changed. Called after the commit: before it, the lookup would find what was there before.
 */
export function publishSessionChange(bus: Pick<Bus, 'publishAbout'>, memberId: string): void {
  bus.publishAbout('sessions', memberId)
}

const ID_LENGTH = 36
const SUBSCRIBE_BATCH_SIZE = 500
/** More pending publishes than this mean that Redis hangs; further events are dropped, and pollers find the messages. */
const PENDING_PUBLISHES_MAX = 1_000
const HEARTBEAT_INTERVAL_MS = 400
const HEARTBEAT_TIMEOUT_MS = 1_000
const RECONNECT_AFTER_MS = 5_000

/** Receives the events of a member, or of a subject, as serialized JSON. Must not throw. */
export type BusListener = (id: string, event: string) => void

/** What events can be about besides members, with its id. */
export type BusSubject = `post:${string}` | 'flags' | 'sessions' | 'rooms' | 'serving'

export interface Subscription {
  /** Resolves when Redis has confirmed the subscription or is unavailable. Never rejects. */
  ready: Promise<void>
  unsubscribe: () => void
}

export interface Bus {
  /** Identifies this process among those that share Redis. */
  readonly id: string
  /** Whether events travel between this process and the others in both directions. */
  readonly isConnected: boolean
  publish(memberId: string, event: string): void
  subscribe(memberId: string, listener: BusListener): Subscription
  /** Publishes to the processes that are subscribed to the subject. */
  publishAbout(subject: BusSubject, event: string): void
  subscribeTo(subject: BusSubject, listener: BusListener): Subscription
  /** On how many processes somebody is subscribed to the subject; undefined if Redis does not say. */
  countProcesses(subject: BusSubject): Promise<number | undefined>
  /** Those of the members with a listener on any process, so that others need no event; without Redis, those on this one. */
  findListening(memberIds: string[]): Promise<string[]>
  close(): void
}

/**
 * Delivers events to the sockets of a member: to those of this process immediately, even without Redis, and to those of
 * the other processes through a Redis channel per member. What concerns a subject goes through a channel of its own, to the
 * processes that are subscribed to it. Delivery is best effort: publishing never waits and never fails.
 */
export async function openBus(redis: Redis, onError: (error: Error) => void): Promise<Bus> {
  const subscriber = redis.duplicate({
    keyPrefix: '',
    lazyConnect: true,
    enableOfflineQueue: false,
    // `#subscribeAll` resubscribes from our own list: ioredis's list misses changes made while Redis was unavailable.
    autoResubscribe: false,
    commandTimeout: 1_000,
  })
  const bus = new RedisBus(redis, subscriber)
  subscriber.on('error', onError)
  await subscriber.connect().catch(onError)
  return bus
}

class RedisBus implements Bus {
  readonly id = randomUUID()
  readonly #redis: Redis
  readonly #subscriber: Redis
  readonly #prefix: string
  /** By channel, without the prefix. */
  readonly #listeners = new Map<string, BusListener[]>()
  readonly #heartbeatTimer: NodeJS.Timeout
  #pendingPublishes = 0
  #isCorked = false
  #lastHeartbeatAt = Date.now()

  constructor(redis: Redis, subscriber: Redis) {
    this.#redis = redis
    this.#subscriber = subscriber
    this.#prefix = redis.options.keyPrefix ?? ''
    subscriber.on('ready', () => this.#subscribeAll())
    subscriber.on('message', (channel: string, message: string) =>
      this.#onRedisMessage(channel, message),
    )
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(), HEARTBEAT_INTERVAL_MS).unref()
  }

  get isConnected(): boolean {
    const isConnected = this.#redis.status === 'ready' && this.#subscriber.status === 'ready'
    return isConnected && Date.now() - this.#lastHeartbeatAt < HEARTBEAT_TIMEOUT_MS
  }

  publish(memberId: string, event: string): void {
    this.#publish(toMemberChannel(memberId), event)
  }

  subscribe(memberId: string, listener: BusListener): Subscription {
    return this.#subscribe(toMemberChannel(memberId), listener)
  }

  publishAbout(subject: BusSubject, event: string): void {
    this.#publish(subject, event)
  }

  subscribeTo(subject: BusSubject, listener: BusListener): Subscription {
    return this.#subscribe(subject, listener)
  }

  async findListening(memberIds: string[]): Promise<string[]> {
    if (memberIds.length === 0) return []
    const channels = memberIds.map((memberId) => this.#prefix + toMemberChannel(memberId))
    // Alternately the channel and how many processes listen to it.
    const reply = await this.#redis.call('PUBSUB', 'NUMSUB', ...channels).catch(() => [])
    const counts = (reply as unknown[]).filter((_, index) => index % 2 === 1)
    return memberIds.filter(
      (memberId, index) =>
        this.#listeners.has(toMemberChannel(memberId)) || Number(counts[index] ?? 0) > 0,
    )
  }

  async countProcesses(subject: BusSubject): Promise<number | undefined> {
    const reply = await this.#redis
      .call('PUBSUB', 'NUMSUB', this.#prefix + subject)
      .catch(() => undefined)
    return reply === undefined ? undefined : Number((reply as unknown[])[1])
  }

  close(): void {
    clearInterval(this.#heartbeatTimer)
    this.#listeners.clear()
    this.#subscriber.disconnect()
  }

  #publish(channel: string, event: string): void {
    this.#deliverLocally(channel, event)
    this.#publishToRedis(this.#prefix + channel, event)
  }

  #subscribe(channel: string, listener: BusListener): Subscription {
    const listeners = this.#listeners.get(channel) ?? []
    this.#listeners.set(channel, [...listeners, listener])
    return {
      ready: ignoreRejection(this.#subscriber.subscribe(this.#prefix + channel)),
      unsubscribe: () => this.#unsubscribe(channel, listener),
    }
  }

  #unsubscribe(channel: string, listener: BusListener): void {
    const remaining = (this.#listeners.get(channel) ?? []).filter((each) => each !== listener)
    if (remaining.length > 0) return void this.#listeners.set(channel, remaining)
    if (this.#listeners.delete(channel)) {
      void ignoreRejection(this.#subscriber.unsubscribe(this.#prefix + channel))
    }
  }

  #publishToRedis(prefixedChannel: string, event: string): void {
    if (this.#redis.status !== 'ready' || this.#pendingPublishes >= PENDING_PUBLISHES_MAX) {
      busDropped.total += 1
      return
    }
    this.#pendingPublishes += 1
    this.#corkUntilNextTick()
    void ignoreRejection(this.#redis.publish(prefixedChannel, this.id + event)).then(
      () => (this.#pendingPublishes -= 1),
    )
  }

  /** Everything that is published in one tick goes to Redis in one write: most messages are published twice. */
  #corkUntilNextTick(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.#redis
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  #onRedisMessage(prefixedChannel: string, message: string): void {
    const isOwn = message.startsWith(this.id)
    if (prefixedChannel === this.#ownChannel) this.#lastHeartbeatAt = Date.now()
    else if (!isOwn) {
      this.#deliverLocally(prefixedChannel.slice(this.#prefix.length), message.slice(ID_LENGTH))
    }
  }

  #deliverLocally(channel: string, event: string): void {
    const id = channel.slice(-ID_LENGTH)
    for (const listener of this.#listeners.get(channel) ?? []) listener(id, event)
  }

  /** A message published to our own channel proves that publishing and subscribing both work. */
  #sendHeartbeat(): void {
    this.#publishToRedis(this.#ownChannel, '')
    const isTimedOut = Date.now() - this.#lastHeartbeatAt > RECONNECT_AFTER_MS
    if (isTimedOut && this.#subscriber.status === 'ready') {
      this.#lastHeartbeatAt = Date.now()
      this.#subscriber.disconnect(true)
    }
  }

  #subscribeAll(): void {
    const channels = [...this.#listeners.keys()].map((channel) => this.#prefix + channel)
    channels.push(this.#ownChannel)
    for (let from = 0; from < channels.length; from += SUBSCRIBE_BATCH_SIZE) {
      void ignoreRejection(
        this.#subscriber.subscribe(...channels.slice(from, from + SUBSCRIBE_BATCH_SIZE)),
      )
    }
  }

  get #ownChannel(): string {
    return `${this.#prefix}process:${this.id}`
  }
}

function toMemberChannel(memberId: string): string {
  return `member:${memberId}`
}

async function ignoreRejection(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => {})
}
