import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useViewer } from '../../accounts/session/use-viewer.ts'

/** Comments are for members: says how many there are. */
export function CommentsNote({ post: { _id, commentCount } }: { post: PublicPost }) {
  const isMember = useViewer() !== null
  const isEmpty = commentCount === 0
  return (
    <p className="mt-10 flex min-w-0 items-start gap-2.5 border-t border-line pt-6 text-muted">
      <MessageSquare className="mt-1 size-4 shrink-0" aria-hidden="true" />
      <span>
        {describeCount(commentCount)}{' '}
        {/* Hidden until the session is known, because the visitor may be a member, for whom the comments are loading. */}
        {!isMember && (
          <span className="in-data-[session=unknown]:invisible">
            <Link
              to={`/login?next=/posts/${_id}`}
              className="font-medium text-link underline-offset-2 hover:underline"
            >
              Log in
            </Link>{' '}
            {isEmpty ? 'to write the first.' : 'to read and answer.'}
          </span>
        )}
      </span>
    </p>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'No comments yet.'
  return count === 1 ? '1 comment.' : `${count} comments.`
}
