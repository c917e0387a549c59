import { useQuery } from '@tanstack/react-query'
import { publicPostQuery } from '../../features/posts/public-page/public-post-query.ts'

interface Props {
  postId: string
  action: 'Log in' | 'Sign up'
}

/** Says which project the visitor is about to join. Its title comes from the server, never from the address. */
export function JoinLead({ postId, action }: Props) {
  const { data: post } = useQuery(publicPostQuery(postId))
  return (
    <p className="min-h-6 wrap-anywhere">
      {post && (
        <>
          {`${action} to ask to join “`}
          <bdi>{post.title}</bdi>”
        </>
      )}
    </p>
  )
}
