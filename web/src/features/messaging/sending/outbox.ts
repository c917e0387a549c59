import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { isTemporaryFailure } from '../../../lib/api/temporary-failure.ts'
import type { MemberSession } from '../../accounts/session/member-session.ts'
import { unsentQuery } from '../message-queries.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import type { RetryTimer } from './retry-timer.ts'
import {
  createUnsentMessage,
  findNextToSend,
  markRefused,
  markRetryable,
  MESSAGE_NOT_SENT,
  removeUnsentMessage,
  resumeRetryable,
  type MessageReferences,
  type UnsentMessage,
} from './outbox-state.ts'

const NO_UNSENT_MESSAGES: readonly UnsentMessage[] = []

/** What the outboxes of one member have in common. */
export interface OutboxDeps {
  session: MemberSession
  storage: OutboxStorage
  retryTimer: RetryTimer
}

interface OutgoingMessage extends MessageReferences {
  content: string
  tempId: string
  /** Whether the message was never sent before; one that may have arrived is repeated by HTTP only. */
  isFirstAttempt: boolean
}

/** Where the messages of an outbox go: another member, or a room. */
export interface OutboxTarget {
  /** The id of the member, or `room:` and the id of the room. */
  key: string
  /** The newest cached message, '' if there is none; undefined if nothing is loaded. */
  getNewestMessageId: () => string | undefined
  /** Resolves when the server has stored the message, with what shows the stored one. */
  deliver: (message: OutgoingMessage) => Promise<() => void>
}

/**
 * The messages to one member or room that the server has not acknowledged. They are stored on the device until then, so that neither a
 * lost reply nor a reload loses one, and are sent one after the other, also after the member leaves the page.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #target: OutboxTarget
  /** Messages written on this page and not sent yet; any other unsent message may have reached the server already. */
  readonly #untriedTempIds = new Set<string>()
  #withdrawn: UnsentMessage | undefined
  #isSending = false

  constructor(deps: OutboxDeps, target: OutboxTarget) {
    this.#deps = deps
    this.#target = target
  }

  /** Messages left over from an earlier visit are sent again: the tempId keeps the server from storing them twice. */
  start(): void {
    const { session, storage } = this.#deps
    // Without this, messages of a conversation that is not open would leave the cache after a while.
    session.client.setQueryDefaults(this.#queryKey, { gcTime: Infinity })
    session.client.setQueryData(
      this.#queryKey,
      (current) => current ?? resumeRetryable(storage.readMessages(this.#target.key)),
    )
    void this.#sendPending()
  }

  send(typed: string, { about, replyTo }: MessageReferences = {}): void {
    const content = typed.trim()
    if (content === '') return
    // A withdrawn message may have reached the server after all: with its old tempId it is not stored twice.
    const previous = this.#withdrawn?.content === content ? this.#withdrawn : undefined
    this.#withdrawn = undefined
    const message = createUnsentMessage(
      content,
      previous ? previous.after : this.#target.getNewestMessageId(),
      previous?.tempId,
      { about: about ?? previous?.about, replyTo: replyTo ?? previous?.replyTo },
    )
    this.#untriedTempIds.add(message.tempId)
    // Earlier messages that failed temporarily are sent first, to keep the order.
    this.#markPending()
    this.#update((all) => [...removeUnsentMessage(all, message.tempId), message])
    void this.#sendPending()
  }

  /** Removes a failed message and returns its text, which Retry puts back into the composer. */
  withdraw(key: string): string {
    const message = this.#getMessages().find(
      ({ tempId, failure }) => tempId === key && failure !== null,
    )
    if (!message) return ''
    this.#withdrawn = message
    this.#update((all) => removeUnsentMessage(all, key))
    return message.content
  }

  /** Resends the messages that failed temporarily, in order. */
  resume(): void {
    if (this.#markPending()) void this.#sendPending()
  }

  removeMessage(tempId: string): void {
    if (this.#hasMessage(tempId)) this.#update((all) => removeUnsentMessage(all, tempId))
  }

  discardFailed(): void {
    const hasFailed = this.#getMessages().some(({ failure }) => failure !== null)
    if (hasFailed) this.#update((all) => all.filter(({ failure }) => failure === null))
  }

  get #queryKey() {
    return unsentQuery(this.#deps.session.memberId, this.#target.key).queryKey
  }

  #getMessages(): readonly UnsentMessage[] {
    return this.#deps.session.client.getQueryData(this.#queryKey) ?? NO_UNSENT_MESSAGES
  }

  #hasMessage(tempId: string): boolean {
    return this.#getMessages().some((each) => each.tempId === tempId)
  }

  #update(change: (all: readonly UnsentMessage[]) => UnsentMessage[]): void {
    const { session, storage } = this.#deps
    // After a sign-out nothing is written: it has just removed the member's data from this device.
    if (!session.isActive()) return
    const all = change(this.#getMessages())
    session.client.setQueryData(this.#queryKey, all)
    storage.writeMessages(this.#target.key, all)
  }

  /** Marks messages that failed temporarily as pending. They may have arrived, so they are repeated by HTTP, not on the socket. */
  #markPending(): boolean {
    const retryable = this.#getMessages().filter(({ isRetryable }) => isRetryable)
    for (const { tempId } of retryable) this.#untriedTempIds.delete(tempId)
    if (retryable.length > 0) this.#update(resumeRetryable)
    return retryable.length > 0
  }

  /** Sends the pending messages one after the other. */
  async #sendPending(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (;;) {
        const next = findNextToSend(this.#getMessages())
        if (!next || !this.#deps.session.isActive()) return
        await this.#sendMessage(next)
      }
    } finally {
      this.#isSending = false
    }
  }

  async #sendMessage({ tempId, ...message }: UnsentMessage): Promise<void> {
    const { session, retryTimer } = this.#deps
    try {
      const isFirstAttempt = this.#untriedTempIds.delete(tempId)
      const showStored = await this.#target.deliver({ ...message, tempId, isFirstAttempt })
      if (!session.isActive()) return
      showStored()
      this.#update((all) => removeUnsentMessage(all, tempId))
      retryTimer.resetDelay()
    } catch (error) {
      // The socket acknowledged the message while the HTTP request failed.
      if (this.#hasMessage(tempId)) this.#handleFailure(tempId, error)
    }
  }

  #handleFailure(tempId: string, error: unknown): void {
    const failure = getErrorMessage(error, MESSAGE_NOT_SENT)
    // After a switch of accounts the message waits until its sender has signed in again.
    const isSwitched = error instanceof ApiError && error.signedInAs !== undefined
    const isRetryable = isSwitched || isTemporaryFailure(error)
    this.#update((all) =>
      isRetryable ? markRetryable(all, failure) : markRefused(all, tempId, failure),
    )
    if (isRetryable) this.#deps.retryTimer.schedule()
  }
}
