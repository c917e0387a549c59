import { markConversationRead } from '@dolph/contract/messaging/messaging'
import { callEndpoint } from '../../../lib/api/api.ts'
import type { MemberSession } from '../../accounts/session/member-session.ts'
import { runMutation } from '../sending/run-mutation.ts'
import { applyReadMarker } from './inbox.ts'
import type { MessageCache } from './message-cache.ts'
import type { VisibleConversations } from './visible-conversations.ts'

const RETRY_DELAY_MS = 5000

/** Tells the server up to which message the member has read each conversation. */
export class ReadReporter {
  readonly #session: MemberSession
  readonly #cache: MessageCache
  readonly #visibleConversations: VisibleConversations
  /** The last message reported as read, by the id of the peer. */
  readonly #reported = new Map<string, string>()

  constructor(
    session: MemberSession,
    cache: MessageCache,
    visibleConversations: VisibleConversations,
  ) {
    this.#session = session
    this.#cache = cache
    this.#visibleConversations = visibleConversations
  }

  async report(peerId: string, upTo: string): Promise<void> {
    const previous = this.#reported.get(peerId) ?? ''
    if (previous >= upTo) return
    this.#reported.set(peerId, upTo)
    try {
      await runMutation(this.#session.client, () =>
        callEndpoint(markConversationRead, { params: { userId: peerId }, body: { upTo } }),
      )
      this.#cache.updateInbox((inbox) => applyReadMarker(inbox, peerId, upTo))
    } catch {
      if (this.#reported.get(peerId) !== upTo) return
      this.#reported.set(peerId, previous)
      setTimeout(() => {
        const isStillRead = this.#session.isActive() && this.#visibleConversations.has(peerId)
        if (isStillRead) void this.report(peerId, upTo)
      }, RETRY_DELAY_MS)
    }
  }
}
