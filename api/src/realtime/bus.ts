import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Not an event for browsers: the sessions of this member changed, so their sockets may have to end. */
export const SESSIONS_CHANGED = 'sessions-changed'

const ID_LENGTH = 36
const CHANNELS_AT_ONCE = 500
/** Redis hangs when this many publications wait for it; further ones are left to those who look for themselves. */
const WAITING_MAX = 1_000
const BEAT_MS = 400
const BEAT_LOST_MS = 1_000
const RECONNECT_MS = 5_000

/** Hears the events of a member, as JSON that was written once. Must not throw. */
export type Listener = (memberId: string, event: string) => void

export interface Subscription {
  /** Kept when Redis has it, or cannot be asked. Never rejects. */
  ready: Promise<void>
  end: () => void
}

export interface Bus {
  /** Names this process among those that share Redis. */
  readonly id: string
  /** Whether what is published reaches the other processes, and theirs this one. */
  readonly isWhole: boolean
  publish(memberId: string, event: string): void
  subscribe(memberId: string, listener: Listener): Subscription
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
  readonly #listeners = new Map<string, Listener[]>()
  readonly #heart: NodeJS.Timeout
  #waiting = 0
  #beatAt = Date.now()

  constructor(redis: Redis, subscriber: Redis) {
    this.#redis = redis
    this.#subscriber = subscriber
    this.#prefix = redis.options.keyPrefix ?? ''
    subscriber.on('ready', () => this.#subscribeAll())
    subscriber.on('message', (channel: string, message: string) => this.#hear(channel, message))
    this.#heart = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  get isWhole(): boolean {
    const isConnected = this.#redis.status === 'ready' && this.#subscriber.status === 'ready'
    return isConnected && Date.now() - this.#beatAt < BEAT_LOST_MS
  }

  publish(memberId: string, event: string): void {
    this.#deliver(memberId, event)
    this.#send(this.#channelOf(memberId), event)
  }

  subscribe(memberId: string, listener: Listener): Subscription {
    const before = this.#listeners.get(memberId) ?? []
    this.#listeners.set(memberId, [...before, listener])
    return {
      ready: quietly(this.#subscriber.subscribe(this.#channelOf(memberId))),
      end: () => this.#leave(memberId, listener),
    }
  }

  close(): void {
    clearInterval(this.#heart)
    this.#listeners.clear()
    this.#subscriber.disconnect()
  }

  #leave(memberId: string, listener: Listener): void {
    const left = (this.#listeners.get(memberId) ?? []).filter((each) => each !== listener)
    if (left.length > 0) return void this.#listeners.set(memberId, left)
    if (this.#listeners.delete(memberId)) {
      void quietly(this.#subscriber.unsubscribe(this.#channelOf(memberId)))
    }
  }

  #send(channel: string, event: string): void {
    if (this.#redis.status !== 'ready' || this.#waiting >= WAITING_MAX) return
    this.#waiting += 1
    void quietly(this.#redis.publish(channel, this.id + event)).then(() => (this.#waiting -= 1))
  }

  #hear(channel: string, message: string): void {
    const isOwn = message.startsWith(this.id)
    if (channel === this.#ownChannel) this.#beatAt = Date.now()
    else if (!isOwn) this.#deliver(channel.slice(-ID_LENGTH), message.slice(ID_LENGTH))
  }

  #deliver(memberId: string, event: string): void {
    for (const listener of this.#listeners.get(memberId) ?? []) listener(memberId, event)
  }

  /** A publication to oneself shows that the whole way works, there and back. */
  #beat(): void {
    this.#send(this.#ownChannel, '')
    const isSilent = Date.now() - this.#beatAt > RECONNECT_MS
    if (isSilent && this.#subscriber.status === 'ready') {
      this.#beatAt = Date.now()
      this.#subscriber.disconnect(true)
    }
  }

  #subscribeAll(): void {
    const channels = [...this.#listeners.keys()].map((memberId) => this.#channelOf(memberId))
    channels.push(this.#ownChannel)
    for (let from = 0; from < channels.length; from += CHANNELS_AT_ONCE) {
      void quietly(this.#subscriber.subscribe(...channels.slice(from, from + CHANNELS_AT_ONCE)))
    }
  }

  #channelOf(memberId: string): string {
    return `${this.#prefix}member:${memberId}`
  }

  get #ownChannel(): string {
    return `${this.#prefix}process:${this.id}`
  }
}

async function quietly(asked: Promise<unknown>): Promise<void> {
  await asked.catch(() => {})
}
