import type { MemberSession } from '../../accounts/session/member-session.ts'
import type { MessageCache } from '../receiving/message-cache.ts'
import { Outbox, type OutboxDeps } from './outbox.ts'
import { OutboxStorage } from './outbox-storage.ts'
import { RetryTimer } from './retry-timer.ts'

/** The outboxes of the member, one for each conversation that was opened or has stored messages. */
export class Outboxes {
  readonly #outboxes = new Map<string, Outbox>()
  readonly #deps: OutboxDeps

  constructor(session: MemberSession, cache: MessageCache) {
    const storage = new OutboxStorage(session.memberId)
    const retryTimer = new RetryTimer(() => this.resumeAll())
    this.#deps = { session, cache, storage, retryTimer }
  }

  getOutbox(peerId: string): Outbox {
    const existing = this.#outboxes.get(peerId)
    if (existing) return existing
    const outbox = new Outbox(this.#deps, peerId)
    this.#outboxes.set(peerId, outbox)
    return outbox
  }

  /** Sends what the member could not send in earlier visits, also in conversations that are not open. */
  startStored(): void {
    for (const peerId of this.#deps.storage.listPeerIds()) this.getOutbox(peerId).start()
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
