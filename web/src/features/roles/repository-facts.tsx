import type { RepositoryFacts as Facts } from '@dolph/contract/projects/projects'
import { Archive, GitCommitHorizontal } from 'lucide-react'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** What is known of the repository of a project: signs of life, language and license. */
export function RepositoryFacts({ repository }: { repository: Facts }) {
  const { pushedAt, language, license, isArchived, isConfirmed } = repository
  const Icon = isArchived ? Archive : GitCommitHorizontal
  return (
    <div className="flex items-start gap-2.5">
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p>
          {isArchived && 'Archived repository'}
          {isArchived && pushedAt && ' · '}
          {pushedAt && (
            <>
              Last push <RelativeTime at={pushedAt} />
            </>
          )}
          {!isArchived && !pushedAt && 'Repository'}
        </p>
        {(language ?? license) !== null && (
          <p>{[language, license].filter((fact) => fact !== null).join(' · ')}</p>
        )}
        <p className="text-faint">
          {isConfirmed ? 'Confirmed by the repository' : 'Linked by the author'}
        </p>
      </div>
    </div>
  )
}
