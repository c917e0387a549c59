import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { Id } from '@dolph/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { DraftStore } from '../../accounts/draft-store.ts'
import { useSendOnce } from '../../accounts/send-once.ts'
import { useMemberSession } from '../../accounts/session/member-session.ts'
import { joinRequestQuery, useAnswerJoinRequest } from '../../join-requests/data.ts'
import { MESSAGE_NOT_SENT } from '../sending/outbox-state.ts'
import { useMessagingClient } from '../use-messaging-client.ts'

interface Outcome {
  onSent: () => void
  onFailed: () => void
}

interface TalkAnswer {
  /** The request that the next message answers, and that waits until it is sent. */
  request: JoinRequest | undefined
  draftKey: string
  isSending: boolean
  send: (message: string, outcome: Outcome) => void
  /** Leaves the request without an answer. */
  cancel: () => void
}

/** The join request named by `?answer=…`, which the next message to this peer answers with *Let's talk*. */
export function useTalkAnswer(peerId: string): TalkAnswer {
  const { me } = useMessagingClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const parsed = z.safeParse(Id, search.get('answer'))
  const id = parsed.success ? parsed.data : ''
  const { data } = useQuery({ ...joinRequestQuery(me, id), enabled: parsed.success })
  const { mutateAsync, isPending } = useAnswerJoinRequest(id)
  const draftKey = `talk:${id}`
  const sendOnce = useSendOnce(draftKey)
  // Kept while the member writes, also if it ends meanwhile: the server then refuses the answer, and the text stays.
  const [opened, setOpened] = useState<JoinRequest>()
  const isAnswerable = data?.canAnswer && data.state === 'waiting'
  if (isAnswerable && opened?._id !== data._id) setOpened(data)
  const drafts = useMemberSession()?.get(DraftStore)
  const cancel = () => void navigate(pathname, { replace: true, preventScrollReset: true })

  /** The text is now a message that is not sent. */
  function keepAsMessage(text: string): void {
    const key = `message:${peerId}`
    const typed = drafts?.readDraft(key, z.string()).value
    drafts?.writeDraft(key, typed ? `${text}\n${typed}` : text)
    cancel()
  }

  async function send(message: string, { onSent, onFailed }: Outcome): Promise<void> {
    try {
      await sendOnce({ message }, (tempId) => mutateAsync({ answer: 'talk', message, tempId }))
      cancel()
      onSent()
    } catch (error) {
      toast.error(getErrorMessage(error, MESSAGE_NOT_SENT))
      // Answered elsewhere, withdrawn or ended.
      if (error instanceof ApiError && error.code === 'conflict') keepAsMessage(message)
      else onFailed()
    }
  }

  return {
    request: opened?._id === id && opened.counterpart?._id === peerId ? opened : undefined,
    draftKey,
    isSending: isPending,
    cancel,
    send: (message, outcome) => void send(message, outcome),
  }
}
