import type { Update } from '@dolph/contract/updates/updates'
import { Avatar } from '../../../ui/avatar.tsx'
import { ServerMarkdown } from '../../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PROJECT_STATES } from '../../projects/project-state.ts'
import { PublicSection } from './public-section.tsx'

/** The newest updates of a project; nothing without one. */
export function PublicUpdates({ updates }: { updates: readonly Update[] }) {
  if (updates.length === 0) return null
  return (
    <PublicSection title="Updates">
      <ul className="divide-y divide-line">
        {updates.map((update) => (
          <PublicUpdate key={update._id} update={update} />
        ))}
      </ul>
    </PublicSection>
  )
}

function PublicUpdate({ update: { user, body, state, createdAt } }: { update: Update }) {
  return (
    <li className="flex gap-3 py-4 first:pt-0 last:pb-0">
      <Avatar
        name={user?.userName ?? '?'}
        picture={user?.profilePicture}
        size="sm"
        className="mt-0.5"
      />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex min-h-8 items-center text-sm text-muted">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium text-ink">{user?.userName ?? 'Unknown User'}</span>
            {state !== null && ` set the state to ${PROJECT_STATES[state].label}`}
            {' · '}
            <RelativeTime at={createdAt} />
          </span>
        </p>
        {body && <ServerMarkdown text={body} headingLevel={4} className="min-w-0 text-sm/6" />}
      </div>
    </li>
  )
}
