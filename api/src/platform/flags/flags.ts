import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { flags, isFlagName, type FlagName } from '@dolph/contract/flags'
import type { Database } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { selectFlags, type StoredFlag } from './queries.ts'

const READ_INTERVAL_MS = 5_000
/** Until the flags were read once: a process is not ready before. */
const FIRST_READ_INTERVAL_MS = 500
const RETRY_SECONDS = 60
/** The subject under which a change is published to all processes. */
export const FLAGS_SUBJECT = 'flags'

export const SIGN_UPS_OFF = 'New accounts are switched off for the moment. Please try again later.'
export const ROOMS_OFF = 'Rooms are switched off for the moment. Please try again later.'
export const SEARCH_OFF = 'Searching is switched off for the moment. Please try again later.'

export interface Flags {
  /** Whether this part of the product is on: for the member, or without one for everybody. */
  isOn(name: FlagName, memberId?: string): boolean
}

interface Subscription {
  unsubscribe(): void
}

interface Options {
  db: Database
  bus: { subscribeTo(subject: string, listener: () => void): Subscription }
  onChange?: (name: FlagName, share: number) => void
  onError?: (error: unknown) => void
}

/**
 * Knows the flags of the database: they are read again when an operator changes one, and every five seconds, because the event is lost
 * without Redis. While PostgreSQL is away the last known ones stay.
 */
export class StoredFlags implements Flags {
  readonly #options: Options
  readonly #subscription: Subscription
  readonly #closing = new AbortController()
  readonly #polling: Promise<void>
  readonly #firstRead = Promise.withResolvers<void>()
  #flags: ReadonlyMap<FlagName, StoredFlag> = new Map()
  #hasRead = false
  #reading: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#subscription = options.bus.subscribeTo(FLAGS_SUBJECT, () => void this.readAgain())
    this.#polling = this.#poll()
  }

  /** Resolves once the flags were read, or when they are closed. */
  get whenRead(): Promise<void> {
    return this.#firstRead.promise
  }

  isOn(name: FlagName, memberId?: string): boolean {
    const flag = this.#flags.get(name)
    if (!flag) return flags[name].kind === 'switch'
    if (flag.share >= 100) return true
    if (memberId === undefined || !flags[name].isPerMember) return false
    return flag.members.includes(memberId) || computePercentile(name, memberId) < flag.share
  }

  /** Reads what is stored after this call: a read that is under way may have begun before the change. */
  async readAgain(): Promise<void> {
    await this.#reading
    if (!this.#closing.signal.aborted) await this.#read()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#subscription.unsubscribe()
    this.#firstRead.resolve()
    await this.#polling
    await this.#reading
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#read()
      const ms = this.#hasRead ? READ_INTERVAL_MS : FIRST_READ_INTERVAL_MS
      await wait(ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #readAll(): Promise<void> {
    try {
      const stored = await selectFlags(this.#options.db)
      const known = stored.flatMap((flag) => (isFlagName(flag.name) ? [[flag.name, flag]] : []))
      const previous = this.#flags
      this.#flags = new Map(known as [FlagName, StoredFlag][])
      for (const [name, { share }] of this.#flags) {
        if (previous.get(name)?.share !== share) this.#options.onChange?.(name, share)
      }
      this.#hasRead = true
      this.#firstRead.resolve()
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.onError?.(error)
    }
  }
}

/** From 0 to 99, always the same for a member, and another one for every flag. */
function computePercentile(name: FlagName, memberId: string): number {
  return createHash('sha256').update(`${name} ${memberId}`).digest().readUInt32BE() % 100
}

/** Refuses what an operator has switched off, until it is on again. */
export function refuseIfOff(
  { flags: stored }: { flags: Flags },
  name: FlagName,
  message: string,
  memberId?: string,
): void {
  if (stored.isOn(name, memberId)) return
  throw new Refusal('unavailable', message, {
    retryAfterSeconds: RETRY_SECONDS,
    isSwitchedOff: true,
  })
}
