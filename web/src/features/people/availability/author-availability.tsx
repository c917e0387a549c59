import type { Person } from '@dolph/contract/people/people'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { AvailabilityDetails } from './availability-details.tsx'

export interface AuthorAvailabilityProps {
  author: Pick<Person, 'userName'>
  isOwn: boolean
  /** What the viewer can do about an author who is open to join. */
  action: ReactNode
}

/** What the author of a post who looks for a project to join offers, on the page of the post. */
export function AuthorAvailability({ author, isOwn, action }: AuthorAvailabilityProps) {
  const id = useId()
  const { data: profile } = useQuery(authorProfileQuery(author.userName))
  if (profile === undefined) return null
  const { availability, location } = profile
  return (
    <section aria-labelledby={id} className="mt-10 grid min-w-0 gap-4 border-t border-line pt-8">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl font-semibold">
          Availability
        </h2>
        {availability && !isOwn && action}
      </div>
      {availability && <AvailabilityDetails availability={availability} location={location} />}
      {!availability && !isOwn && (
        <p className="text-sm text-muted">
          <bdi>{author.userName}</bdi> is not open to join at the moment.
        </p>
      )}
      {isOwn && (
        <p className="text-sm text-muted">
          {!availability && 'Say how much time you have, and project owners can invite you. '}
          <TextLink to="/profile">{availability ? 'Change' : 'Open to join'}</TextLink>
        </p>
      )}
    </section>
  )
}

/** Other pages change the availability, so each visit fetches it again. */
const authorProfileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'availability', username.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await callEndpoint(readProfile, { params: { username } }, signal)).data,
    staleTime: 0,
  })
