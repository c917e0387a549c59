import type { ListedPerson } from '@dolph/contract/people/browse-people'
import { fitOf, rankFit, rateFit } from '@dolph/contract/roles/fit'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/now.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { FitMark } from './fit-mark.tsx'
import { ownOpenRolesQuery, type OwnOpenRole } from './own-open-roles-query.ts'

/** One request serves all rows of a list. */
const STALE_MS = 60_000

/** Which of the viewer's open roles a person fits best; nothing for a person who fits none. */
export function PersonFit({ person }: { person: ListedPerson }) {
  const me = useViewer()?._id ?? ''
  const { data: roles = [] } = useQuery({ ...ownOpenRolesQuery(me), staleTime: STALE_MS })
  const best = findBestFit(roles, person, useNow())
  return best && <FitMark fit={best.fit} suffix={best.title} />
}

function findBestFit(roles: readonly OwnOpenRole[], person: ListedPerson, now: Date) {
  const fits = roles.map(({ role, post }) => ({
    title: role.title,
    fit: fitOf({ ...role, topics: post.topics }, person, now),
  }))
  const [best] = fits
    .filter(({ fit }) => rateFit(fit) !== 'none')
    .toSorted((one, other) => rankFit(other.fit) - rankFit(one.fit))
  return best
}
