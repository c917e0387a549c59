import type { MemberSession } from '../../accounts/session/member-session.ts'
import { Outbox, type OutboxDeps, type OutboxTarget } from './outbox.ts'
import { OutboxStorage } from './outbox-storage.ts'
import { RetryTimer } from './retry-timer.ts'

/** The outboxes of the member, one for each conversation or room that was opened or has stored messages. */
export class Outboxes {
  readonly #outboxes = new Map<string, Outbox>()
  readonly #deps: OutboxDeps
  readonly #createTarget: (key: string) => OutboxTarget

  constructor(session: MemberSession, createTarget: (key: string) => OutboxTarget) {
    const storage = new OutboxStorage(session.memberId)
    const retryTimer = new RetryTimer(() => this.resumeAll())
    this.#deps = { session, storage, retryTimer }
    this.#createTarget = createTarget
  }

  /** `key` is the id of a member, or `room:` and that of a room. */
  getOutbox(key: string): Outbox {
    const existing = this.#outboxes.get(key)
    if (existing) return existing
    const outbox = new Outbox(this.#deps, this.#createTarget(key))
    this.#outboxes.set(key, outbox)
    return outbox
  }

  /** Sends what the member could not send in earlier visits, also in conversations that are not open. */
  startStored(): void {
    for (const key of this.#deps.storage.listKeys()) this.getOutbox(key).start()
  }

  /** Resends the messages that failed temporarily; called when there is a connection. */
  resumeAll(): void {
    for (const outbox of this.#outboxes.values()) outbox.resume()
  }

  /** Removes a message that the server has acknowledged on the socket. */
  removeAcknowledged(tempId: string): void {
    for (const outbox of this.#outboxes.values()) outbox.removeMessage(tempId)
  }

  stopRetrying(): void {
    this.#deps.retryTimer.cancel()
  }
}
