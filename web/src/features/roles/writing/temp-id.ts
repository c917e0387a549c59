import type { RoleDraft } from '@dolph/contract/roles'
import { useRef } from 'react'

/** The idempotency key of a new role. */
export function createTempId(): string {
  return `temp-${crypto.randomUUID()}`
}

/** Returns a function that gives a repeated attempt the key of the first; other content has another key. */
export function useTempIdByContent(): (draft: RoleDraft) => string {
  const last = useRef<{ content: string; tempId: string }>(null)
  return (draft) => {
    const content = JSON.stringify(draft)
    if (last.current?.content !== content) last.current = { content, tempId: createTempId() }
    return last.current.tempId
  }
}
