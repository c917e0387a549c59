import { ChevronsDown, CloudOff, MessagesSquare, RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDeeds } from './deeds.ts'
import { pageOf, type Discussion, type Thread } from './discussion.ts'
import { KeptPlace } from './kept-place.tsx'
import { branchLook } from './thread-lines.ts'
import { threadsOf, type Threads } from './threads.ts'
import { UnsentItem } from './unsent-item.tsx'
import type { Unsent } from './unsent.ts'

interface Props {
  discussion: Discussion
  unsent: Unsent[]
  onReadOn: () => void
  isReadingOn: boolean
  readOnFailed: boolean
}

/** All threads, oldest first. */
export function CommentList(props: Props) {
  const { discussion, unsent, onReadOn, isReadingOn, readOnFailed } = props
  const threads = threadsOf(discussion, unsent)
  const item = ({ thread, entry }: Threads['read'][number]) => (
    <CommentItem
      key={thread.first._id}
      entry={entry}
      page={pageOf(discussion, thread)}
      more={thread.rest && <MoreReplies thread={thread} />}
      className={ROW}
    />
  )
  // One list of siblings: a comment that changes sides of the gap keeps what is open in it.
  const items = [
    ...threads.read.map(item),
    discussion.rest && (
      <li key="rest" className={ROW}>
        <Rest
          label="Load more comments"
          onMore={onReadOn}
          isLoading={isReadingOn}
          hasFailed={readOnFailed}
        />
      </li>
    ),
    ...threads.ahead.map(item),
    ...threads.unsent.map((each) => <UnsentItem key={each.tempId} unsent={each} className={ROW} />),
  ]
  return (
    <KeptPlace>
      <ul className="divide-y divide-line">{items}</ul>
    </KeptPlace>
  )
}

const ROW = 'py-5 first:pt-0'

function MoreReplies({ thread: { first, rest } }: { thread: Thread }) {
  const { readReplies, repliesAwaited, repliesFailed } = useDeeds()
  return (
    <li className={branchLook(0)}>
      <Rest
        label="Show more replies"
        onMore={() => rest && readReplies(first._id, rest)}
        isLoading={repliesAwaited === first._id}
        hasFailed={repliesFailed === first._id}
      />
    </li>
  )
}

interface RestProps {
  label: string
  onMore: () => void
  isLoading: boolean
  hasFailed: boolean
}

function Rest({ label, onMore, isLoading, hasFailed }: RestProps) {
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

export function CommentsMissing({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
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
