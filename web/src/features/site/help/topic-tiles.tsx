import { Link } from 'react-router'
import { cx } from '../../../ui/cx.ts'
import { TONE_CLASS } from '../../../ui/tone.ts'
import type { Topic } from './questions.ts'
import { TOPICS } from './topics.ts'

/** One tile for each topic; the tile of the chosen topic links back to all questions. */
export function TopicTiles({ chosen }: { chosen: Topic | undefined }) {
  return (
    <nav aria-label="Topics">
      <ul className="grid grid-cols-2 gap-2 max-sm:*:last:col-span-2 sm:grid-cols-6 sm:gap-3 sm:max-lg:*:col-span-2 sm:max-lg:*:nth-[n+4]:col-span-3 lg:grid-cols-5">
        {(Object.keys(TOPICS) as Topic[]).map((topic) => {
          const { label, about, icon: Icon, tone } = TOPICS[topic]
          const isChosen = topic === chosen
          return (
            <li key={topic}>
              <Link
                to={isChosen ? '/help' : `/help?topic=${topic}`}
                aria-current={isChosen ? 'true' : undefined}
                preventScrollReset
                className={cx(TILE_CLASS, TONE_CLASS[tone])}
              >
                <Icon className="size-5 shrink-0 text-tone" aria-hidden="true" />
                <span className="font-semibold">{label}</span>
                <span className="text-sm text-muted max-sm:hidden">{about}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const TILE_CLASS = cx(
  'flex h-full min-h-12 items-center gap-2.5 rounded-card border border-line bg-surface px-3 py-2',
  'transition-colors max-sm:text-sm sm:flex-col sm:items-start sm:gap-1 sm:p-4',
  'hover:border-edge hover:bg-hover active:bg-pressed',
  'aria-[current=true]:border-tone aria-[current=true]:bg-tone-soft',
)
