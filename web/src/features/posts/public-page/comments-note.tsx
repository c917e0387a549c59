import type { PublicPost } from '@dolph/contract/read-public-post'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useViewer } from '../../accounts/session/use-viewer.ts'

/** Comments are for members: says how many there are and where. */
export function CommentsNote({ post: { _id, commentCount } }: { post: PublicPost }) {
  const isMember = useViewer() !== null
  const count = commentCount === 1 ? '1 comment.' : `${commentCount} comments.`
  return (
    <p className="mt-10 flex min-w-0 items-start gap-2.5 border-t border-line pt-6 text-muted">
      <MessageSquare className="mt-1 size-4 shrink-0" aria-hidden="true" />
      <span>
        {count}{' '}
        <Link
          to={isMember ? `/posts/${_id}` : `/login?next=/posts/${_id}`}
          // The link of a visitor is hidden until the session is known, because the visitor may be a member.
          className="font-medium text-link underline-offset-2 in-data-[session=unknown]:invisible hover:underline"
        >
          {isMember ? 'Open in Dolph' : 'Log in'}
        </Link>{' '}
        to read and answer.
      </span>
    </p>
  )
}
