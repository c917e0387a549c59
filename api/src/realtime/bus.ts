import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Not an event for browsers: the sessions of this member changed, so their sockets may have to end. */
export const SESSIONS_CHANGED = 'sessions-changed'

const ID_LENGTH = 36
const SUBSCRIBE_BATCH_SIZE = 500
/** Redis hangs when this many publications wait for it; further ones are left to those who look for themselves. */
const PENDING_PUBLISHES_MAX = 1_000
const HEARTBEAT_INTERVAL_MS = 400
const HEARTBEAT_TIMEOUT_MS = 1_000
const RECONNECT_AFTER_MS = 5_000

/** Hears the events of a member, as JSON that was written once. Must not throw. */
export type BusListener = (memberId: string, event: string) => void

export interface Subscription {
  /** Kept when Redis has it, or cannot be asked. Never rejects. */
  ready: Promise<void>
  unsubscribe: () => void
}

export interface Bus {
  /** Names this process among those that share Redis. */
  readonly id: string
  /** Whether what is published reaches the other processes, and theirs this one. */
  readonly isConnected: boolean
  publish(memberId: string, event: string): void
  subscribe(memberId: string, listener: BusListener): Subscription
  close(): void
}

/**
 * Carries events to the sockets of a member: to those of this process at once, Redis or not, and to those of the
 * others through a channel of that member. What Redis loses is lost; nobody waits for it.
 */
export async function openBus(redis: Redis, onError: (error: Error) => void): Promise<Bus> {
  const subscriber = redis.duplicate({
    keyPrefix: '',
    lazyConnect: true,
    enableOfflineQueue: false,
    // Ours is the list that counts: Redis may have been away when a member came or went.
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
  readonly #listeners = new Map<string, BusListener[]>()
  readonly #heartbeatTimer: NodeJS.Timeout
  #pendingPublishes = 0
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
    this.#deliverLocally(memberId, event)
    this.#publishToRedis(this.#channelOf(memberId), event)
  }

  subscribe(memberId: string, listener: BusListener): Subscription {
    const before = this.#listeners.get(memberId) ?? []
    this.#listeners.set(memberId, [...before, listener])
    return {
      ready: ignoreRejection(this.#subscriber.subscribe(this.#channelOf(memberId))),
      unsubscribe: () => this.#unsubscribe(memberId, listener),
    }
  }

  close(): void {
    clearInterval(this.#heartbeatTimer)
    this.#listeners.clear()
    this.#subscriber.disconnect()
  }

  #unsubscribe(memberId: string, listener: BusListener): void {
    const left = (this.#listeners.get(memberId) ?? []).filter((each) => each !== listener)
    if (left.length > 0) return void this.#listeners.set(memberId, left)
    if (this.#listeners.delete(memberId)) {
      void ignoreRejection(this.#subscriber.unsubscribe(this.#channelOf(memberId)))
    }
  }

  #publishToRedis(channel: string, event: string): void {
    if (this.#redis.status !== 'ready' || this.#pendingPublishes >= PENDING_PUBLISHES_MAX) return
    this.#pendingPublishes += 1
    void ignoreRejection(this.#redis.publish(channel, this.id + event)).then(
      () => (this.#pendingPublishes -= 1),
    )
  }

  #onRedisMessage(channel: string, message: string): void {
    const isOwn = message.startsWith(this.id)
    if (channel === this.#ownChannel) this.#lastHeartbeatAt = Date.now()
    else if (!isOwn) this.#deliverLocally(channel.slice(-ID_LENGTH), message.slice(ID_LENGTH))
  }

  #deliverLocally(memberId: string, event: string): void {
    for (const listener of this.#listeners.get(memberId) ?? []) listener(memberId, event)
  }

  /** A publication to oneself shows that the whole way works, there and back. */
  #sendHeartbeat(): void {
    this.#publishToRedis(this.#ownChannel, '')
    const isSilent = Date.now() - this.#lastHeartbeatAt > RECONNECT_AFTER_MS
    if (isSilent && this.#subscriber.status === 'ready') {
      this.#lastHeartbeatAt = Date.now()
      this.#subscriber.disconnect(true)
    }
  }

  #subscribeAll(): void {
    const channels = [...this.#listeners.keys()].map((memberId) => this.#channelOf(memberId))
    channels.push(this.#ownChannel)
    for (let from = 0; from < channels.length; from += SUBSCRIBE_BATCH_SIZE) {
      void ignoreRejection(
        this.#subscriber.subscribe(...channels.slice(from, from + SUBSCRIBE_BATCH_SIZE)),
      )
    }
  }

  #channelOf(memberId: string): string {
    return `${this.#prefix}member:${memberId}`
  }

  get #ownChannel(): string {
    return `${this.#prefix}process:${this.id}`
  }
}

async function ignoreRejection(asked: Promise<unknown>): Promise<void> {
  await asked.catch(() => {})
}
