import { TempId } from '@dolph/contract/primitives'
import { useRef } from 'react'
import { z } from 'zod/mini'
import { createTempId } from '../../lib/temp-id.ts'
import { DraftStore } from './draft-store.ts'
import { useMemberSession } from './session/member-session.ts'

const Attempt = z.object({ content: z.string(), tempId: TempId })
type Attempt = z.infer<typeof Attempt>

type SendOnce = <T>(content: object, send: (tempId: string) => Promise<T>) => Promise<T>

/**
 * Returns a function that sends the content of a draft under an idempotency key. A repeated attempt has the key of the
 * first, also after a reload. Other content has another key, because the server refuses it under the first.
 * What has arrived is no longer a draft.
 */
export function useSendOnce(draftKey: string): SendOnce {
  const store = useMemberSession()?.get(DraftStore)
  // Also held here: the storage of the device may be disabled or full.
  const lastAttempt = useRef<Attempt>(undefined)
  const storageKey = `${draftKey}:attempt`

  return async (content, send) => {
    const text = JSON.stringify(content)
    const attempt = [lastAttempt.current, store?.readDraft(storageKey, Attempt).value].find(
      (each) => each?.content === text,
    ) ?? { content: text, tempId: createTempId() }
    lastAttempt.current = attempt
    store?.writeDraft(storageKey, attempt)
    const reply = await send(attempt.tempId)
    // The same content, written once more, is something new.
    lastAttempt.current = undefined
    store?.removeDraft(storageKey)
    // The form may be closed by now and cannot discard its draft.
    store?.removeDraft(draftKey)
    return reply
  }
}
