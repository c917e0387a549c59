import type { Viewer } from '@dolph/contract/accounts'
import type { FlatComment } from '@dolph/contract/comments'
import { createContext, useContext } from 'react'
import type { PageStart } from './discussion.ts'
import type { UnsentComment } from './unsent-comments.ts'

/** What can be done with the comments of one post, at any depth of them. */
export interface CommentActions {
  viewer: Viewer | null
  send: (content: string, to: { answers: string | null; under: string | null }) => void
  retry: (unsent: UnsentComment) => void
  discard: (unsent: UnsentComment) => void
  requestDelete: (comment: FlatComment) => void
  loadReplies: (thread: string, start: PageStart) => void
  /** The thread whose replies are on their way, and the one whose replies could not be had. */
  loadingRepliesOf: string | undefined
  failedRepliesOf: string | undefined
  /** Says something to whoever cannot see it happen. */
  announce: (text: string) => void
  /** The id of the element that the address points to. */
  linkedId: string | undefined
}

export const CommentActionsContext = createContext<CommentActions | undefined>(undefined)

export function useCommentActions(): CommentActions {
  const deeds = useContext(CommentActionsContext)
  if (!deeds) throw new Error('A comment is shown inside <Comments>')
  return deeds
}
