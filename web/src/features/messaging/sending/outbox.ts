import { sendMessage, type Message } from '@dolph/contract/messaging'
import {
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { ApiError, getErrorMessage, createNetworkError } from '../../../lib/api/api-error.ts'
import { socket } from '../../../lib/socket.ts'
import { isTemporaryFailure } from '../../../lib/api/temporary-failure.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { viewerQuery } from '../../accounts/session/viewer-query.ts'
import { awaitSendAcknowledgement } from './send-acknowledgement.ts'
import { clearRenderKeys, threadQuery } from '../receiving/message-cache.ts'
import { clearOwnTempIds, listStoredPeerIds, readOutbox, writeOutbox } from './outbox-storage.ts'
import { messagesKey } from '../query-keys.ts'
import { resetRetryDelay, scheduleRetry } from './retry-timer.ts'
import { runMutation } from './run-mutation.ts'
import { mergeMessage } from '../receiving/merge-message.ts'
import { stopTyping } from '../presence/typing.ts'
import {
  findNextToSend,
  MESSAGE_NOT_SENT,
  markRefused,
  resumeRetryable,
  removeUnsentMessage,
  markRetryable,
  createUnsentMessage,
  type UnsentMessage,
} from './outbox-state.ts'

const NO_UNSENT_MESSAGES: UnsentMessage[] = []

/** The member's messages to this peer that the server has not acknowledged, oldest first. */
export function useUnsentMessages(peerId: string): UnsentMessage[] {
  return useOutbox(peerId).unsent
}

/** `withdraw` removes a failed message and returns its text, which Retry puts back into the composer. */
export function useSendMessage(peerId: string): {
  send: (content: string) => void
  withdraw: (key: string) => string
} {
  const client = useQueryClient()
  const { outbox, unsent } = useOutbox(peerId)

  return {
    send: (typed) => {
      const content = typed.trim()
      if (content === '') return
      stopTyping(peerId)
      const withdrawn = withdrawnMessages.get(outbox.key)
      withdrawnMessages.delete(outbox.key)
      // A withdrawn message may have reached the server after all: with its old tempId it is not stored twice.
      const previous = withdrawn?.content === content ? withdrawn : undefined
      const message = createUnsentMessage(
        content,
        previous ? previous.after : getNewestMessageId(client, outbox),
        previous?.tempId,
      )
      untriedTempIds.add(message.tempId)
      // Earlier messages that failed temporarily are sent first, to keep the order.
      resumeOutbox(outbox)
      outbox.update((all) => [...removeUnsentMessage(all, message.tempId), message])
      void sendPending(client, outbox)
    },
    withdraw: (key) => {
      const message = unsent.find(({ tempId, failure }) => tempId === key && failure !== null)
      if (!message) return ''
      withdrawnMessages.set(outbox.key, message)
      outbox.update((all) => removeUnsentMessage(all, key))
      return message.content
    },
  }
}

/** Sends what the member could not send in earlier visits, also in conversations that are not open. */
export function startStoredOutboxes(client: QueryClient, me: string): void {
  for (const peerId of listStoredPeerIds(me)) startOutbox(client, createOutbox(client, me, peerId))
}

/** Resends the messages that failed temporarily, in order; called when there is a connection. */
export function resumeOutboxes(client: QueryClient): void {
  for (const outbox of getOutboxes(client).values()) {
    if (resumeOutbox(outbox)) void sendPending(client, outbox)
  }
}

/** Removes a message that the server has acknowledged, by socket or by HTTP. */
export function removeAcknowledged(client: QueryClient, tempId: string): void {
  for (const outbox of getOutboxes(client).values()) {
    if (outbox.getMessages().some((each) => each.tempId === tempId))
      outbox.update((all) => removeUnsentMessage(all, tempId))
  }
}

/** Drops the failed messages to this peer. */
export function discardFailed(client: QueryClient, peerId: string): void {
  for (const outbox of getOutboxes(client).values()) {
    if (outbox.peerId === peerId)
      outbox.update((all) => all.filter(({ failure }) => failure === null))
  }
}

/** Removes everything of the member who has signed out from memory. */
export function clearOutboxes(client: QueryClient): void {
  outboxesByClient.delete(client)
  untriedTempIds.clear()
  withdrawnMessages.clear()
  clearOwnTempIds()
  clearRenderKeys()
}

interface Outbox {
  key: string
  me: string
  peerId: string
  getMessages: () => UnsentMessage[]
  update: (change: (all: UnsentMessage[]) => UnsentMessage[]) => void
}

/** Messages written on this page and not sent yet; any other unsent message may have reached the server already. */
const untriedTempIds = new Set<string>()
const withdrawnMessages = new Map<string, UnsentMessage>()
/** The outboxes of conversations that were opened, or have stored messages. They keep sending after the member leaves the page. */
const outboxesByClient = new WeakMap<QueryClient, Map<string, Outbox>>()
const sendingByClient = new WeakMap<QueryClient, Set<string>>()

/** Unsent messages are stored on the device until they are acknowledged, so that neither a lost reply nor a reload loses one. */
function useOutbox(peerId: string): { outbox: Outbox; unsent: UnsentMessage[] } {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const { data: unsent = NO_UNSENT_MESSAGES } = useQuery(unsentQuery(me, peerId))
  useEffect(() => {
    if (me !== '') startOutbox(client, createOutbox(client, me, peerId))
  }, [client, me, peerId])
  return { outbox: createOutbox(client, me, peerId), unsent }
}

const unsentQuery = (me: string, peerId: string) =>
  queryOptions<UnsentMessage[]>({
    queryKey: [...messagesKey(me), 'unsent', peerId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

function createOutbox(client: QueryClient, me: string, peerId: string): Outbox {
  const { queryKey } = unsentQuery(me, peerId)
  const getMessages = () => client.getQueryData(queryKey) ?? NO_UNSENT_MESSAGES
  return {
    key: `${me}:${peerId}`,
    me,
    peerId,
    getMessages,
    update: (change) => {
      const all = change(getMessages())
      client.setQueryData(queryKey, all)
      // After a sign-out nothing is written: it has just removed the member's data from this device.
      if (isViewer(client, me)) writeOutbox({ me, peerId }, all)
    },
  }
}

/** Messages left over from an earlier visit are sent again: the tempId keeps the server from storing them twice. */
function startOutbox(client: QueryClient, outbox: Outbox): void {
  const query = unsentQuery(outbox.me, outbox.peerId)
  if (!getOutboxes(client).has(outbox.key)) getOutboxes(client).set(outbox.key, outbox)
  // Without this, messages of a conversation that is not open would leave the cache after a while.
  client.setQueryDefaults(query.queryKey, { gcTime: Infinity })
  client.setQueryData(query.queryKey, (current) => current ?? resumeRetryable(readOutbox(outbox)))
  void sendPending(client, outbox)
}

/** Marks messages that failed temporarily as pending. They may have arrived, so they are repeated by HTTP, not on the socket. */
function resumeOutbox(outbox: Outbox): boolean {
  const retryable = outbox.getMessages().filter(({ isRetryable }) => isRetryable)
  for (const { tempId } of retryable) untriedTempIds.delete(tempId)
  if (retryable.length > 0) outbox.update(resumeRetryable)
  return retryable.length > 0
}

/** Sends the pending messages one after the other. */
async function sendPending(client: QueryClient, outbox: Outbox): Promise<void> {
  const sendingKeys = getSendingKeys(client)
  if (sendingKeys.has(outbox.key)) return
  sendingKeys.add(outbox.key)
  try {
    for (
      let next = findNextToSend(outbox.getMessages());
      next;
      next = findNextToSend(outbox.getMessages())
    ) {
      if (!isViewer(client, outbox.me)) return
      await sendUnsent(client, outbox, next)
    }
  } finally {
    sendingKeys.delete(outbox.key)
  }
}

async function sendUnsent(
  client: QueryClient,
  outbox: Outbox,
  unsent: UnsentMessage,
): Promise<void> {
  const { tempId } = unsent
  try {
    mergeMessage(client, outbox.me, await deliverMessage(client, outbox, unsent), tempId)
    outbox.update((all) => removeUnsentMessage(all, tempId))
    resetRetryDelay()
  } catch (error) {
    // The socket acknowledged the message while the HTTP request failed.
    if (!outbox.getMessages().some((each) => each.tempId === tempId)) return
    const failure = getErrorMessage(error, MESSAGE_NOT_SENT)
    // After a switch of accounts the message waits until its sender has signed in again.
    const isSwitched = error instanceof ApiError && error.signedInAs !== undefined
    const isRetryable = isSwitched || isTemporaryFailure(error)
    outbox.update((all) =>
      isRetryable ? markRetryable(all, failure) : markRefused(all, tempId, failure),
    )
    if (isRetryable) scheduleRetry(() => resumeOutboxes(client))
  }
}

/** Sends by socket if it is connected, and by HTTP with the same tempId if no acknowledgement arrives in time. */
async function deliverMessage(
  client: QueryClient,
  { me, peerId: recipientId }: Outbox,
  { content, tempId }: UnsentMessage,
): Promise<Message> {
  if (!navigator.onLine) throw createNetworkError()
  if (untriedTempIds.delete(tempId)) {
    const acknowledgement = awaitSendAcknowledgement(tempId)
    const isSent = socket.send({ type: 'new_message', content, recipientId, tempId })
    const message = await (isSent ? acknowledgement.storedMessage : acknowledgement.cancel())
    if (message) return message
    // The sender may have logged out, and another member logged in, while the acknowledgement was awaited.
    if (!isViewer(client, me)) throw createNetworkError()
  }
  return runMutation(client, () =>
    callEndpoint(sendMessage, { body: { content, recipientId, tempId } }),
  )
}

function isViewer(client: QueryClient, memberId: string): boolean {
  return client.getQueryData(viewerQuery.queryKey)?._id === memberId
}

/** The newest cached message, '' if the conversation is empty; undefined if it is not loaded. */
function getNewestMessageId(client: QueryClient, { me, peerId }: Outbox): string | undefined {
  const thread = client.getQueryData(threadQuery(me, peerId).queryKey)
  return thread && (thread.messages.at(-1)?._id ?? '')
}

function getOutboxes(client: QueryClient): Map<string, Outbox> {
  const outboxes = outboxesByClient.get(client) ?? new Map<string, Outbox>()
  outboxesByClient.set(client, outboxes)
  return outboxes
}

function getSendingKeys(client: QueryClient): Set<string> {
  const keys = sendingByClient.get(client) ?? new Set<string>()
  sendingByClient.set(client, keys)
  return keys
}
