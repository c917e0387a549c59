import { sendMessage, type Message } from '@dolph/contract/messaging'
import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, callEndpoint, getErrorMessage, createNetworkError } from '../../lib/api.ts'
import { socket } from '../../lib/socket.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { viewerQuery } from '../accounts/viewer-query.ts'
import { awaitSendConfirmation } from './send-confirmation.ts'
import { clearRenderKeys, threadQuery } from './message-cache.ts'
import { readOutbox, clearOwnTempIds, writeOutbox } from './outbox-storage.ts'
import { messagesKey } from './query-keys.ts'
import { resetRetryDelay, scheduleRetry } from './retry-timer.ts'
import { runMutation } from './run-mutation.ts'
import { mergeMessage } from './merge-message.ts'
import { stopTyping } from './typing.ts'
import {
  findNextToSend,
  MESSAGE_NOT_SENT,
  markRefused,
  resumeRetryable,
  removeUnsentMessage,
  markRetryable,
  createUnsentMessage as write,
  type UnsentMessage,
} from './outbox-state.ts'

const NO_MESSAGES_UNSENT: UnsentMessage[] = []

/** Failures that pass by themselves. */
const RESENDABLE_CODES: readonly ApiError['code'][] = [
  'network',
  'unavailable',
  'internal',
  'unreadable',
  'not-signed-in',
  'too-many-requests',
]

/** What a member has written to somebody and the server has not confirmed, oldest first. */
export function useUnsentMessages(peerId: string): UnsentMessage[] {
  return useOutbox(peerId).unsent
}

/** `takeBack` is Retry: removes the failed one and gives its text for the input. */
export function useSendMessage(peerId: string): {
  send: (content: string) => void
  takeBack: (key: string) => string
} {
  const client = useQueryClient()
  const { box, unsent } = useOutbox(peerId)

  return {
    send: (typed) => {
      const content = typed.trim()
      if (content === '') return
      stopTyping(peerId)
      const taken = withdrawnMessages.get(box.key)
      withdrawnMessages.delete(box.key)
      // The one that was taken back may have arrived after all: under its old name it arrives once.
      const again = taken?.content === content ? taken : undefined
      const one = write(
        content,
        again ? again.after : getNewestMessageId(client, box),
        again?.tempId,
      )
      untriedTempIds.add(one.tempId)
      // It may not overtake those that did not get through.
      resumeOutbox(box)
      box.update((all) => [...removeUnsentMessage(all, one.tempId), one])
      void sendPending(client, box)
    },
    takeBack: (key) => {
      const one = unsent.find(({ tempId, failure }) => tempId === key && failure !== null)
      if (!one) return ''
      withdrawnMessages.set(box.key, one)
      box.update((all) => removeUnsentMessage(all, key))
      return one.content
    },
  }
}

/** There is a connection: what did not get through is sent again, in its order. */
export function resumeOutboxes(client: QueryClient): void {
  for (const box of getOutboxes(client).values()) {
    if (resumeOutbox(box)) void sendPending(client, box)
  }
}

/** The server has confirmed a message, in whatever way. */
export function confirmSent(client: QueryClient, tempId: string): void {
  for (const box of getOutboxes(client).values()) {
    if (box.getMessages().some((each) => each.tempId === tempId))
      box.update((all) => removeUnsentMessage(all, tempId))
  }
}

/** What could not be sent to somebody is not wanted any more. */
export function discardFailed(client: QueryClient, peerId: string): void {
  for (const box of getOutboxes(client).values()) {
    if (box.peerId === peerId) box.update((all) => all.filter(({ failure }) => failure === null))
  }
}

/** Nothing that a member wrote stays behind them. */
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
  update: (by: (all: UnsentMessage[]) => UnsentMessage[]) => void
}

/** Written on this page and not tried yet; whatever else is there may have arrived already. */
const untriedTempIds = new Set<string>()
const withdrawnMessages = new Map<string, UnsentMessage>()
/** Those of conversations that were opened: they go on when another page is shown. */
const outboxesByClient = new WeakMap<QueryClient, Map<string, Outbox>>()
const sendingByClient = new WeakMap<QueryClient, Set<string>>()

/** Kept on the device until it is confirmed, so that neither a lost reply nor a reload loses a word. */
function useOutbox(peerId: string): { box: Outbox; unsent: UnsentMessage[] } {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const queryKey = [...messagesKey(me), 'unsent', peerId] as const
  const { data: unsent = NO_MESSAGES_UNSENT } = useQuery<UnsentMessage[]>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

  const box: Outbox = {
    key: `${me}:${peerId}`,
    me,
    peerId,
    getMessages: () => client.getQueryData<UnsentMessage[]>(queryKey) ?? NO_MESSAGES_UNSENT,
    update: (by) => {
      const all = by(box.getMessages())
      client.setQueryData(queryKey, all)
      // Whoever has logged out meanwhile has taken everything off this device.
      if (client.getQueryData(viewerQuery.queryKey)?._id === me) writeOutbox(box, all)
    },
  }

  const begin = useEffectEvent((name: string) => {
    if (me === '') return
    getOutboxes(client).set(name, box)
    // What an earlier visit left under way, or stuck, is sent once more: twice is as good as once.
    client.setQueryData<UnsentMessage[]>(queryKey, (now) => now ?? resumeRetryable(readOutbox(box)))
    void sendPending(client, box)
  })
  useEffect(() => begin(box.key), [box.key])

  return { box, unsent }
}

/** What did not get through is under way again. It may have arrived, so it is not said on the socket once more. */
function resumeOutbox(box: Outbox): boolean {
  const passing = box.getMessages().filter(({ isPassing }) => isPassing)
  for (const { tempId } of passing) untriedTempIds.delete(tempId)
  if (passing.length > 0) box.update(resumeRetryable)
  return passing.length > 0
}

/** Sends what waits, one after the other. */
async function sendPending(client: QueryClient, box: Outbox): Promise<void> {
  const working = getSendingKeys(client)
  if (working.has(box.key)) return
  working.add(box.key)
  try {
    for (
      let next = findNextToSend(box.getMessages());
      next;
      next = findNextToSend(box.getMessages())
    ) {
      if (client.getQueryData(viewerQuery.queryKey)?._id !== box.me) return
      await sendUnsent(client, box, next)
    }
  } finally {
    working.delete(box.key)
  }
}

async function sendUnsent(client: QueryClient, box: Outbox, one: UnsentMessage): Promise<void> {
  const { tempId } = one
  try {
    mergeMessage(client, box.me, await deliverMessage(client, box.peerId, one), tempId)
    box.update((all) => removeUnsentMessage(all, tempId))
    resetRetryDelay()
  } catch (error) {
    // Its confirmation came meanwhile in another way.
    if (!box.getMessages().some((each) => each.tempId === tempId)) return
    const failure = getErrorMessage(error, MESSAGE_NOT_SENT)
    const isPassing = !(error instanceof ApiError) || RESENDABLE_CODES.includes(error.code)
    box.update((all) =>
      isPassing ? markRetryable(all, failure) : markRefused(all, tempId, failure),
    )
    if (isPassing) scheduleRetry(() => resumeOutboxes(client))
  }
}

/** By socket if there is one; by HTTP if that is not confirmed in time, under the same name. */
async function deliverMessage(
  client: QueryClient,
  recipientId: string,
  { content, tempId }: UnsentMessage,
): Promise<Message> {
  if (!navigator.onLine) throw createNetworkError()
  if (untriedTempIds.delete(tempId)) {
    const receipt = awaitSendConfirmation(tempId)
    const isOut = socket.send({ type: 'new_message', content, recipientId, tempId })
    const message = await (isOut ? receipt.confirmed : receipt.cancel())
    if (message) return message
  }
  return runMutation(client, () =>
    callEndpoint(sendMessage, { body: { content, recipientId, tempId } }),
  )
}

/** The newest message that is here, '' if there is none; undefined if that is not known. */
function getNewestMessageId(client: QueryClient, { me, peerId }: Outbox): string | undefined {
  const thread = client.getQueryData(threadQuery(me, peerId).queryKey)
  return thread && (thread.messages.at(-1)?._id ?? '')
}

function getOutboxes(client: QueryClient): Map<string, Outbox> {
  const known = outboxesByClient.get(client) ?? new Map<string, Outbox>()
  outboxesByClient.set(client, known)
  return known
}

function getSendingKeys(client: QueryClient): Set<string> {
  const known = sendingByClient.get(client) ?? new Set<string>()
  sendingByClient.set(client, known)
  return known
}
