import { listOwnRepositories } from '@dolph/contract/imports/imports'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

interface Props {
  isReading: boolean
  onChoose: (url: string) => void
}

const KEPT_MS = 300_000

const ownRepositoriesQuery = (login: string) =>
  queryOptions({
    queryKey: ['own-repositories', login],
    queryFn: async ({ signal }) => (await callEndpoint(listOwnRepositories, {}, signal)).data,
    staleTime: KEPT_MS,
    retry: false,
  })

/** The public repositories of the member who has connected GitHub, to start from one with a click. */
export function OwnRepositories({ isReading, onChoose }: Props) {
  const login = useViewer()?.githubLogin ?? ''
  const { data, error } = useQuery({ ...ownRepositoriesQuery(login), enabled: login !== '' })
  if (login === '') return null
  if (error || data?.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {error
          ? getErrorMessage(error, 'Your repositories could not be listed.')
          : `${login} has no public repository on GitHub.`}
      </p>
    )
  }
  return (
    <section aria-label="Your public repositories" className="grid gap-1.5">
      <p className="text-sm font-medium">Your public repositories</p>
      {data ? (
        <ul className="grid max-h-44 divide-y divide-line overflow-y-auto rounded-control border border-line">
          {data.map(({ name, description, url }) => (
            <li key={url}>
              <button
                type="button"
                disabled={isReading}
                onClick={() => onChoose(url)}
                className="grid min-h-11 w-full content-center px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="truncate text-sm font-medium">{name}</span>
                {description && (
                  <span dir="auto" className="truncate text-sm text-muted">
                    {description}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="text-sm text-muted">
          Loading your repositories...
        </p>
      )}
    </section>
  )
}
