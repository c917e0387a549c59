import { sendMessage, type Message } from '@dolph/contract/messaging'
import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, call, messageOf, unreachable } from '../../lib/api.ts'
import { socket } from '../../lib/socket.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { viewer } from '../accounts/viewer.ts'
import { awaitReceipt } from './acknowledgement.ts'
import { forgetNames, heldThread } from './cache.ts'
import { findUnsent, forgetKept, keepUnsent } from './kept-unsent.ts'
import { allOf } from './keys.ts'
import { noteSuccess, tryAgainLater } from './next-try.ts'
import { perform } from './perform.ts'
import { takeIn } from './take-in.ts'
import { stopTyping } from './typing.ts'
import {
  nextToSend,
  NOT_SENT,
  refused,
  resumed,
  settled,
  stuck,
  unsent as write,
  type Unsent,
} from './unsent.ts'

const NONE: Unsent[] = []

/** Failures that pass by themselves. */
const PASSING: readonly ApiError['code'][] = [
  'network',
  'unavailable',
  'internal',
  'unreadable',
  'not-signed-in',
  'too-many-requests',
]

/** What a member has written to somebody and the server has not confirmed, oldest first. */
export function useUnsent(peerId: string): Unsent[] {
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
      const taken = takenBack.get(box.name)
      takenBack.delete(box.name)
      // The one that was taken back may have arrived after all: under its old name it arrives once.
      const again = taken?.content === content ? taken : undefined
      const one = write(content, again ? again.after : newestOf(client, box), again?.tempId)
      fresh.add(one.tempId)
      // It may not overtake those that did not get through.
      resume(box)
      box.change((all) => [...settled(all, one.tempId), one])
      void work(client, box)
    },
    takeBack: (key) => {
      const one = unsent.find(({ tempId, failure }) => tempId === key && failure !== null)
      if (!one) return ''
      takenBack.set(box.name, one)
      box.change((all) => settled(all, key))
      return one.content
    },
  }
}

/** There is a connection: what did not get through is sent again, in its order. */
export function resumeOutboxes(client: QueryClient): void {
  for (const box of boxesOf(client).values()) {
    if (resume(box)) void work(client, box)
  }
}

/** The server has confirmed a message, in whatever way. */
export function settleSent(client: QueryClient, tempId: string): void {
  for (const box of boxesOf(client).values()) {
    if (box.read().some((each) => each.tempId === tempId)) box.change((all) => settled(all, tempId))
  }
}

/** What could not be sent to somebody is not wanted any more. */
export function dropFailed(client: QueryClient, peerId: string): void {
  for (const box of boxesOf(client).values()) {
    if (box.peerId === peerId) box.change((all) => all.filter(({ failure }) => failure === null))
  }
}

/** Nothing that a member wrote stays behind them. */
export function forgetOutboxes(client: QueryClient): void {
  boxes.delete(client)
  fresh.clear()
  takenBack.clear()
  forgetKept()
  forgetNames()
}

interface Box {
  name: string
  me: string
  peerId: string
  read: () => Unsent[]
  change: (by: (all: Unsent[]) => Unsent[]) => void
}

/** Written on this page and not tried yet; whatever else is there may have arrived already. */
const fresh = new Set<string>()
const takenBack = new Map<string, Unsent>()
/** Those of conversations that were opened: they go on when another page is shown. */
const boxes = new WeakMap<QueryClient, Map<string, Box>>()
const busy = new WeakMap<QueryClient, Set<string>>()

/** Kept on the device until it is confirmed, so that neither a lost reply nor a reload loses a word. */
function useOutbox(peerId: string): { box: Box; unsent: Unsent[] } {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const queryKey = [...allOf(me), 'unsent', peerId] as const
  const { data: unsent = NONE } = useQuery<Unsent[]>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

  const box: Box = {
    name: `${me}:${peerId}`,
    me,
    peerId,
    read: () => client.getQueryData<Unsent[]>(queryKey) ?? NONE,
    change: (by) => {
      const all = by(box.read())
      client.setQueryData(queryKey, all)
      // Whoever has logged out meanwhile has taken everything off this device.
      if (client.getQueryData(viewer.queryKey)?._id === me) keepUnsent(box, all)
    },
  }

  const begin = useEffectEvent((name: string) => {
    if (me === '') return
    boxesOf(client).set(name, box)
    // What an earlier visit left under way, or stuck, is sent once more: twice is as good as once.
    client.setQueryData<Unsent[]>(queryKey, (now) => now ?? resumed(findUnsent(box)))
    void work(client, box)
  })
  useEffect(() => begin(box.name), [box.name])

  return { box, unsent }
}

/** What did not get through is under way again. It may have arrived, so it is not said on the socket once more. */
function resume(box: Box): boolean {
  const passing = box.read().filter(({ isPassing }) => isPassing)
  for (const { tempId } of passing) fresh.delete(tempId)
  if (passing.length > 0) box.change(resumed)
  return passing.length > 0
}

/** Sends what waits, one after the other. */
async function work(client: QueryClient, box: Box): Promise<void> {
  const working = setOf(client)
  if (working.has(box.name)) return
  working.add(box.name)
  try {
    for (let next = nextToSend(box.read()); next; next = nextToSend(box.read())) {
      if (client.getQueryData(viewer.queryKey)?._id !== box.me) return
      await sendOne(client, box, next)
    }
  } finally {
    working.delete(box.name)
  }
}

async function sendOne(client: QueryClient, box: Box, one: Unsent): Promise<void> {
  const { tempId } = one
  try {
    takeIn(client, box.me, await deliver(client, box.peerId, one), tempId)
    box.change((all) => settled(all, tempId))
    noteSuccess()
  } catch (error) {
    // Its confirmation came meanwhile in another way.
    if (!box.read().some((each) => each.tempId === tempId)) return
    const failure = messageOf(error, NOT_SENT)
    const isPassing = !(error instanceof ApiError) || PASSING.includes(error.code)
    box.change((all) => (isPassing ? stuck(all, failure) : refused(all, tempId, failure)))
    if (isPassing) tryAgainLater(() => resumeOutboxes(client))
  }
}

/** By socket if there is one; by HTTP if that is not confirmed in time, under the same name. */
async function deliver(
  client: QueryClient,
  recipientId: string,
  { content, tempId }: Unsent,
): Promise<Message> {
  if (!navigator.onLine) throw unreachable()
  if (fresh.delete(tempId)) {
    const receipt = awaitReceipt(tempId)
    const isOut = socket.send({ type: 'new_message', content, recipientId, tempId })
    const message = await (isOut ? receipt.arrived : receipt.cancel())
    if (message) return message
  }
  return perform(client, () => call(sendMessage, { body: { content, recipientId, tempId } }))
}

/** The newest message that is here, '' if there is none; undefined if that is not known. */
function newestOf(client: QueryClient, { me, peerId }: Box): string | undefined {
  const thread = client.getQueryData(heldThread(me, peerId).queryKey)
  return thread && (thread.messages.at(-1)?._id ?? '')
}

function boxesOf(client: QueryClient): Map<string, Box> {
  const known = boxes.get(client) ?? new Map<string, Box>()
  boxes.set(client, known)
  return known
}

function setOf(client: QueryClient): Set<string> {
  const known = busy.get(client) ?? new Set<string>()
  busy.set(client, known)
  return known
}
