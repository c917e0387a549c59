import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fittingRolesQuery } from './fitting-roles-query.ts'

const ROLES_MAX = 3

interface Props {
  me: string
  /** The post that refused the member: its other roles are no consolation. Null if it is deleted. */
  refusingPostId: string | null
  /** Why the request led to no team; empty if the answer says it. */
  explanation: string
}

/** Up to three open roles of other projects that fit the member. */
export function FittingRoles({ me, refusingPostId, explanation }: Props) {
  const { data } = useQuery(fittingRolesQuery(me))
  const roles = data?.filter(({ post }) => post._id !== refusingPostId).slice(0, ROLES_MAX)
  if (roles?.length === 0) return <p className="text-sm empty:hidden">{explanation}</p>
  return (
    <div className="grid gap-2 text-sm">
      <p>{`${explanation} These roles fit you too:`.trim()}</p>
      <ul className="grid gap-1">
        {roles?.map(({ role, post }) => (
          <li key={role._id}>
            <Link
              to={`/posts/${post._id}`}
              className="inline-flex min-h-6 items-center font-medium text-link wrap-anywhere hover:underline"
            >
              <span>
                <bdi>{role.title}</bdi>
                {' · '}
                <bdi>{post.title}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
