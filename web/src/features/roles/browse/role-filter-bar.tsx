import { Reward, REWARD_LABELS } from '@dolph/contract/people/availability'
import { Topic, TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { RoleTerm } from '@dolph/contract/roles/roles'
import { SKILL_MAX } from '@dolph/contract/skills/skills'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { listHoursOptions } from '../../people/hours-options.ts'
import { formatZoneOffset } from '../../people/zone-offset.ts'
import { cx } from '../../../ui/cx.ts'
import { DebouncedSearchInput } from '../../../ui/forms/debounced-search-input.tsx'
import { FilterFold } from '../../../ui/forms/filter-fold.tsx'
import { FilterSelect } from '../../../ui/forms/filter-select.tsx'
import { TERM_LABELS } from '../role-texts.ts'
import { OFFERED_HOURS, type RoleFilterChange, type RoleListFilter } from './role-filter.ts'

interface Props {
  filter: RoleListFilter
  isSearching: boolean
  onChoose: (change: RoleFilterChange) => void
}

const TOPICS = Topic.options.map((value) => ({ value, label: TOPIC_LABELS[value] }))
const TERMS = RoleTerm.options.map((value) => ({ value, label: capitalize(TERM_LABELS[value]) }))
const REWARDS = Reward.options.map((value) => ({ value, label: REWARD_LABELS[value] }))

/** Skill, topic, reward, hours, duration and time zone. It is sticky while the list scrolls. */
export function RoleFilterBar({ filter, isSearching, onChoose }: Props) {
  const isHydrated = useHydrated()
  return (
    <div className={BAR_CLASS}>
      <DebouncedSearchInput
        q={filter.skill ?? filter.skillStart ?? ''}
        placeholder="Search skills..."
        maxLength={SKILL_MAX}
        isSearching={isSearching}
        onSearch={(skillStart) => onChoose({ skill: '', skillStart })}
        className="max-lg:col-span-3 max-sm:col-span-2!"
      />
      <FilterFold count={countSelects(filter)}>
        <FilterSelect
          label="Topic"
          anyLabel="Topic"
          options={TOPICS}
          value={filter.topic ?? ''}
          onChange={(topic) => onChoose({ topic })}
        />
        <FilterSelect
          label="Reward"
          anyLabel="Reward"
          options={REWARDS}
          value={filter.reward ?? ''}
          onChange={(reward) => onChoose({ reward })}
        />
        <FilterSelect
          label="Hours a week"
          anyLabel="Hours"
          options={listHoursOptions(OFFERED_HOURS, filter.hours, (hours) => `Up to ${hours} h`)}
          value={String(filter.hours ?? '')}
          onChange={(hours) => onChoose({ hours })}
        />
        <FilterSelect
          label="Duration"
          anyLabel="Duration"
          options={TERMS}
          value={filter.term ?? ''}
          onChange={(term) => onChoose({ term })}
        />
        <div className="min-w-0 max-lg:col-span-2 lg:col-span-1">
          <FilterSelect
            label="Time zone"
            anyLabel="Time zone"
            options={listZones(filter.near, isHydrated)}
            value={filter.near ?? ''}
            onChange={(near) => onChoose({ near })}
          />
        </div>
      </FilterFold>
    </div>
  )
}

/** How many filters but that of the skill are set. */
function countSelects({ topic, reward, hours, term, near }: RoleListFilter): number {
  return [topic, reward, hours, term, near].filter((value) => value !== undefined).length
}

/** The zone of the URL and, once the page runs in the browser, that of the reader: the prerender does not know it. */
function listZones(chosen: string | undefined, isHydrated: boolean) {
  const own = isHydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
  return [...new Set([own, chosen])]
    .filter((zone) => zone !== undefined)
    .map((value) => ({ value, label: `From ${formatZoneOffset(value)}` }))
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const BAR_CLASS = cx(
  'top-14 z-10 grid grid-cols-3 gap-2.5 border-b border-line bg-canvas py-3 in-data-offline:top-20 sm:sticky',
  'lg:grid-cols-[minmax(0,1fr)_9rem_9rem_8rem_9rem_11rem] noscript:hidden!',
)
