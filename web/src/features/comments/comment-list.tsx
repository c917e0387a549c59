import { ChevronsDown, CloudOff, MessagesSquare, RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CommentItem } from './comment-item.tsx'
import { useCommentActions } from './comment-actions.ts'
import { findPageIndex, type Discussion, type CommentThread } from './discussion.ts'
import { ScrollAnchor } from './scroll-anchor.tsx'
import { getBranchClass } from './thread-lines.ts'
import { buildCommentTree, type CommentTree } from './comment-tree.ts'
import { UnsentCommentItem } from './unsent-comment-item.tsx'
import type { UnsentComment } from './unsent-comments.ts'

interface Props {
  discussion: Discussion
  unsent: UnsentComment[]
  onLoadMore: () => void
  isLoadingMore: boolean
  hasLoadMoreFailed: boolean
}

/** All threads, oldest first. */
export function CommentList(props: Props) {
  const { discussion, unsent, onLoadMore, isLoadingMore, hasLoadMoreFailed } = props
  const threads = buildCommentTree(discussion, unsent)
  const item = ({ thread, entry }: CommentTree['loaded'][number]) => (
    <CommentItem
      key={thread.root._id}
      node={entry}
      page={findPageIndex(discussion, thread)}
      more={thread.nextPage && <MoreReplies thread={thread} />}
      className={ROW}
    />
  )
  // One list of siblings: a comment that changes sides of the gap keeps what is open in it.
  const items = [
    ...threads.loaded.map(item),
    discussion.nextPage && (
      <li key="rest" className={ROW}>
        <LoadMoreButton
          label="Load more comments"
          onMore={onLoadMore}
          isLoading={isLoadingMore}
          hasFailed={hasLoadMoreFailed}
        />
      </li>
    ),
    ...threads.newer.map(item),
    ...threads.unsent.map((each) => (
      <UnsentCommentItem key={each.tempId} unsent={each} className={ROW} />
    )),
  ]
  return (
    <ScrollAnchor>
      <ul className="divide-y divide-line">{items}</ul>
    </ScrollAnchor>
  )
}

const ROW = 'py-5 first:pt-0'

function MoreReplies({ thread: { root, nextPage } }: { thread: CommentThread }) {
  const { loadReplies, loadingRepliesOf, failedRepliesOf } = useCommentActions()
  return (
    <li className={getBranchClass(0)}>
      <LoadMoreButton
        label="Show more replies"
        onMore={() => nextPage && loadReplies(root._id, nextPage)}
        isLoading={loadingRepliesOf === root._id}
        hasFailed={failedRepliesOf === root._id}
      />
    </li>
  )
}

interface LoadMoreButtonProps {
  label: string
  onMore: () => void
  isLoading: boolean
  hasFailed: boolean
}

function LoadMoreButton({ label, onMore, isLoading, hasFailed }: LoadMoreButtonProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" icon={ChevronsDown} busy={isLoading} onClick={onMore}>
        {label}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-sm text-danger">
          {FETCH_FAILED}
        </p>
      )}
    </div>
  )
}

const FETCH_FAILED = 'Error: Failed to fetch comments'

export function CommentsFailed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={FETCH_FAILED}
        className="rounded-card border border-line py-10!"
        action={
          <Button icon={RotateCw} busy={isBusy} onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    </div>
  )
}

export function NoComments() {
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No comments yet. Be the first to comment!"
      className="rounded-card border border-dashed border-line py-10!"
    />
  )
}
