import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fittingRolesQuery } from './fitting-roles-query.ts'

/** Up to three open roles that fit the member, below words that lead to them. */
export function FittingRoles({ me, lead }: { me: string; lead: string }) {
  const { data: roles } = useQuery(fittingRolesQuery(me))
  const [sentence] = lead.split(' These roles')
  // Nothing fits: the sentence that promises roles is left out.
  if (roles?.length === 0) return sentence === lead ? null : <p className="text-sm">{sentence}</p>
  return (
    <div className="grid gap-2 text-sm">
      <p>{lead}</p>
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
