import type { Viewer } from '@dolph/contract/accounts/viewer'
import type { FlatComment } from '@dolph/contract/comments/comments'
import { createContext, useContext } from 'react'
import type { PageStart } from './discussion.ts'
import type { UnsentComment } from './writing/unsent-comments.ts'

/** The actions on the comments of a post; `Comments` provides them to comments at every depth. */
export interface CommentActions {
  viewer: Viewer | null
  /** The author of the post; undefined if their account is gone. */
  postAuthorId: string | undefined
  send: (content: string, target: { answers: string | null; under: string | null }) => void
  retry: (unsent: UnsentComment) => void
  discard: (unsent: UnsentComment) => void
  requestDelete: (comment: FlatComment) => void
  loadReplies: (threadId: string, start: PageStart) => void
  /** The id of the thread whose further replies are being fetched. */
  loadingRepliesOf: string | undefined
  /** The id of the thread whose further replies failed to load. */
  failedRepliesOf: string | undefined
  /** Sets the text of the status region, which screen readers announce. */
  announce: (text: string) => void
  /** The id of the element that the URL fragment points to. */
  linkedId: string | undefined
}

export const CommentActionsContext = createContext<CommentActions | undefined>(undefined)

export function useCommentActions(): CommentActions {
  const actions = useContext(CommentActionsContext)
  if (!actions) throw new Error('useCommentActions must be used inside <Comments>')
  return actions
}
