import type { Update } from '@dolph/contract/updates'
import { ServerMarkdown } from '../../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PROJECT_STATES } from '../../projects/project-state.ts'
import { PublicSection } from './public-section.tsx'

/** The newest updates of a project; nothing without one. */
export function PublicUpdates({ updates }: { updates: readonly Update[] }) {
  if (updates.length === 0) return null
  return (
    <PublicSection title="Updates">
      <ul className="grid gap-5">
        {updates.map((update) => (
          <PublicUpdate key={update._id} update={update} />
        ))}
      </ul>
    </PublicSection>
  )
}

function PublicUpdate({ update: { user, body, state, createdAt } }: { update: Update }) {
  return (
    <li className="grid min-w-0 gap-1 border-l-2 border-line pl-4">
      <p className="text-sm text-muted wrap-anywhere">
        <span className="font-medium text-ink">{user?.userName ?? 'Unknown User'}</span>
        {state !== null && ` set the state to ${PROJECT_STATES[state].label}`}
        {' · '}
        <RelativeTime at={createdAt} />
      </p>
      {body && <ServerMarkdown text={body} headingLevel={4} className="min-w-0 text-sm/6" />}
    </li>
  )
}
