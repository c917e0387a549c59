import type { Message } from '@dolph/contract/messaging/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { conversationListKey, inboxQuery, threadQuery } from '../message-queries.ts'
import { messagesKey } from '../query-keys.ts'
import { applyChange, applyMessage, getPeer, type Inbox, type InboxUpdate } from './inbox.ts'
import { applyEvent, findMessage, EMPTY_THREAD, type Thread } from './thread.ts'
import type { VisibleConversations } from './visible-conversations.ts'

const REFRESH_DELAY_MS = 500

type ThreadUpdate = (thread: Thread) => Thread

/** Writes replies and events into the cached conversations and the cached list of one member. */
export class MessageCache {
  readonly #client: QueryClient
  readonly #me: string
  readonly #visibleConversations: VisibleConversations
  /** Updates to conversations whose first fetch is still running, applied after its reply, which may be older than they are. */
  readonly #pendingUpdates = new WeakMap<object, ThreadUpdate[]>()
  readonly #renderKeys = new Map<string, string>()
  #refreshTimer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, me: string, visibleConversations: VisibleConversations) {
    this.#client = client
    this.#me = me
    this.#visibleConversations = visibleConversations
  }

  /** Merges a message into its conversation and the inbox; `tempId` is the id under which this tab sent it. */
  mergeMessage(message: Message, tempId: string | undefined): void {
    if (tempId !== undefined) this.#renderKeys.set(message._id, tempId)
    const peerId = getPeer(message, this.#me)._id
    this.updateThread(peerId, (thread) =>
      applyEvent(thread, peerId, { type: 'new_message', message }),
    )
    const isVisible = this.#visibleConversations.has(peerId)
    this.updateInbox((inbox) => applyMessage(inbox, this.#me, message, isVisible))
  }

  /** Replaces the cached versions of a message that was changed. */
  mergeChange(message: Message): void {
    const peerId = getPeer(message, this.#me)._id
    this.updateThread(peerId, (thread) =>
      applyEvent(thread, peerId, { type: 'message_changed', message }),
    )
    this.updateInbox((inbox) => applyChange(inbox, this.#me, message))
  }

  /** A React key that stays the same while a message is sent and after it is acknowledged, so that its row is not remounted. */
  readonly getRenderKey = ({ _id }: Pick<Message, '_id'>): string =>
    this.#renderKeys.get(_id) ?? _id

  /** Updates a cached conversation; one that was never opened is not created by an event. */
  updateThread(peerId: string, update: ThreadUpdate): void {
    const { queryKey } = threadQuery(this.#me, peerId)
    const query = this.#client.getQueryCache().find({ queryKey })
    if (!query) return
    if (query.state.data) this.#client.setQueryData(queryKey, (thread) => thread && update(thread))
    else this.#pendingUpdates.set(query, [...(this.#pendingUpdates.get(query) ?? []), update])
  }

  /** Applies a server event to every cached conversation. */
  applyEventToThreads(event: ServerEvent): void {
    for (const queryKey of this.#listThreadKeys()) {
      const peerId = String(queryKey.at(-1))
      this.updateThread(peerId, (thread) => applyEvent(thread, peerId, event))
    }
  }

  /** Applies a reply of the server, creating the conversation in the cache if it is the first one. */
  applyThreadReply(peerId: string, update: ThreadUpdate): void {
    const { queryKey } = threadQuery(this.#me, peerId)
    const query = this.#client.getQueryCache().find({ queryKey })
    const earlierUpdates = (query && this.#pendingUpdates.get(query)) ?? []
    if (query) this.#pendingUpdates.delete(query)
    this.#client.setQueryData(queryKey, (current) =>
      earlierUpdates.reduce((thread, apply) => apply(thread), update(current ?? EMPTY_THREAD)),
    )
  }

  /** Whether the member sent this message; false if no cached conversation contains it. */
  isOwnMessage(messageId: string): boolean {
    return this.#listThreadKeys().some((queryKey) => {
      const thread = this.#client.getQueryData(queryKey)
      return thread !== undefined && findMessage(thread, messageId)?.sender._id === this.#me
    })
  }

  /** The newest cached message, '' if the conversation is empty; undefined if it is not loaded. */
  getNewestMessageId(peerId: string): string | undefined {
    const thread = this.#client.getQueryData(threadQuery(this.#me, peerId).queryKey)
    return thread && (thread.messages.at(-1)?._id ?? '')
  }

  /** Updates the cached list, and refetches it if the update does not determine the new state. */
  updateInbox(update: (inbox: Inbox) => InboxUpdate): void {
    const { queryKey } = inboxQuery(this.#me)
    const inbox = this.#client.getQueryData(queryKey)
    const result = inbox && update(inbox)
    if (result) this.#client.setQueryData(queryKey, result.inbox)
    // Refetched also when nothing is cached yet: the first reply, still under way, may be older than this update.
    if (!result || result.needsRefetch) this.scheduleListRefresh()
  }

  /** Delayed, so that fifty receipts at once cause one request. */
  scheduleListRefresh(): void {
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined
      void this.#client.invalidateQueries({ queryKey: conversationListKey(this.#me) })
    }, REFRESH_DELAY_MS)
  }

  cancelListRefresh(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
  }

  #listThreadKeys() {
    return this.#client
      .getQueryCache()
      .findAll({ queryKey: [...messagesKey(this.#me), 'thread'] })
      .map(({ queryKey }) => threadQuery(this.#me, String(queryKey.at(-1))).queryKey)
  }
}
