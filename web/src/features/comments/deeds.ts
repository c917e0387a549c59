import type { Viewer } from '@dolph/contract/accounts'
import type { FlatComment } from '@dolph/contract/comments'
import { createContext, useContext } from 'react'
import type { Start } from './discussion.ts'
import type { Unsent } from './unsent.ts'

/** What can be done with the comments of one post, at any depth of them. */
export interface Deeds {
  viewer: Viewer | null
  send: (content: string, to: { answers: string | null; under: string | null }) => void
  retry: (unsent: Unsent) => void
  discard: (unsent: Unsent) => void
  askToDelete: (comment: FlatComment) => void
  readReplies: (thread: string, start: Start) => void
  /** The thread whose replies are on their way, and the one whose replies could not be had. */
  repliesAwaited: string | undefined
  repliesFailed: string | undefined
  /** Says something to whoever cannot see it happen. */
  announce: (text: string) => void
  /** The id of the element that the address points to. */
  linked: string | undefined
}

export const DeedsContext = createContext<Deeds | undefined>(undefined)

export function useDeeds(): Deeds {
  const deeds = useContext(DeedsContext)
  if (!deeds) throw new Error('A comment is shown inside <Comments>')
  return deeds
}
