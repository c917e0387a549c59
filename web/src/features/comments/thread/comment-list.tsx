import { ChevronsDown, CloudOff, MessagesSquare, RotateCw } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CommentItem } from './comment-item.tsx'
import { useCommentActions } from '../comment-actions.ts'
import { findPageIndex, type Discussion, type CommentThread } from '../discussion.ts'
import { ScrollAnchor } from './scroll-anchor.tsx'
import { getBranchClass } from './thread-lines.ts'
import { buildCommentTree, type CommentTree } from './comment-tree.ts'
import { UnsentCommentItem } from '../writing/unsent-comment-item.tsx'
import type { UnsentComment } from '../writing/unsent-comments.ts'

interface Props {
  discussion: Discussion
  unsent: UnsentComment[]
  onLoadMore: () => void
  isLoadingMore: boolean
  hasLoadMoreFailed: boolean
}

/** All threads of a post, oldest first. */
export function CommentList(props: Props) {
  const { discussion, unsent, onLoadMore, isLoadingMore, hasLoadMoreFailed } = props
  const tree = buildCommentTree(discussion, unsent)
  const renderThread = ({ thread, node }: CommentTree['loaded'][number]) => (
    <CommentItem
      key={thread.root._id}
      node={node}
      page={findPageIndex(discussion, thread)}
      more={thread.nextPage && <MoreReplies thread={thread} />}
      className={ROW_CLASS}
    />
  )
  // One list of siblings: a thread that moves across the Load more button keeps its component state.
  const items = [
    ...tree.loaded.map(renderThread),
    discussion.nextPage && (
      <li key="load-more" className={ROW_CLASS}>
        <LoadMoreButton
          label="Load more comments"
          onLoadMore={onLoadMore}
          isLoading={isLoadingMore}
          hasFailed={hasLoadMoreFailed}
        />
      </li>
    ),
    ...tree.newer.map(renderThread),
    ...tree.unsent.map((each) => (
      <UnsentCommentItem key={each.tempId} unsent={each} className={ROW_CLASS} />
    )),
  ]
  return (
    <ScrollAnchor>
      <ul className="divide-y divide-line">{items}</ul>
    </ScrollAnchor>
  )
}

const ROW_CLASS = 'py-5 first:pt-0'

function MoreReplies({ thread: { root, nextPage } }: { thread: CommentThread }) {
  const { loadReplies, loadingRepliesOf, failedRepliesOf } = useCommentActions()
  return (
    <li className={getBranchClass(0)}>
      <LoadMoreButton
        label="Show more replies"
        onLoadMore={() => nextPage && loadReplies(root._id, nextPage)}
        isLoading={loadingRepliesOf === root._id}
        hasFailed={failedRepliesOf === root._id}
      />
    </li>
  )
}

interface LoadMoreButtonProps {
  label: string
  onLoadMore: () => void
  isLoading: boolean
  hasFailed: boolean
}

function LoadMoreButton({ label, onLoadMore, isLoading, hasFailed }: LoadMoreButtonProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" icon={ChevronsDown} busy={isLoading} onClick={onLoadMore}>
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
