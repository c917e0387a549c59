import { SEARCH_MAX } from '@dolph/contract/posts/post-filter'
import { Topic, TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { DebouncedSearchInput } from '../../../ui/forms/debounced-search-input.tsx'
import { FilterFold } from '../../../ui/forms/filter-fold.tsx'
import { FilterSelect } from '../../../ui/forms/filter-select.tsx'
import { listHoursOptions } from '../hours-options.ts'
import { formatZoneOffset } from '../zone-offset.ts'
import {
  OFFERED_HOURS,
  parseSkills,
  type PeopleFilterChange,
  type PeopleListFilter,
} from './people-list-filter.ts'
import { ChosenSkills, SkillsFilter } from './skills-filter.tsx'

interface Props {
  filter: PeopleListFilter
  isSearching: boolean
  onChoose: (change: PeopleFilterChange) => void
}

const TOPICS = Topic.options.map((value) => ({ value, label: TOPIC_LABELS[value] }))

/** Text, skills, topic, hours and time zone. It is sticky while the list scrolls, except on a phone. */
export function PeopleFilterBar({ filter, isSearching, onChoose }: Props) {
  const skills = parseSkills(filter.skills ?? '')
  const chooseSkills = (next: string[]) => onChoose({ skills: next.join(',') })
  return (
    <div className="top-14 z-10 grid gap-2.5 border-b border-line bg-canvas py-3 in-data-offline:top-20 sm:sticky">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_11rem_10rem_10rem_13rem]">
        <DebouncedSearchInput
          q={filter.q ?? ''}
          placeholder="Search people..."
          maxLength={SEARCH_MAX}
          isSearching={isSearching}
          onSearch={(q) => onChoose({ q })}
          className="sm:max-lg:col-span-2"
        />
        <FilterFold count={countFilters(filter, skills)}>
          <SkillsFilter skills={skills} onChange={chooseSkills} />
          <FilterSelect
            label="Topic"
            anyLabel="All topics"
            options={TOPICS}
            value={filter.topic ?? ''}
            onChange={(topic) => onChoose({ topic })}
          />
          <FilterSelect
            label="Hours a week"
            anyLabel="Any hours"
            options={listHoursOptions(
              OFFERED_HOURS,
              filter.hours,
              (hours) => `At least ${hours} h`,
            )}
            value={String(filter.hours ?? '')}
            onChange={(hours) => onChoose({ hours })}
          />
          <FilterSelect
            label="Time zone"
            anyLabel="Any time zone"
            options={listZones(filter.near)}
            value={filter.near ?? ''}
            onChange={(near) => onChoose({ near })}
          />
        </FilterFold>
      </div>
      <ChosenSkills skills={skills} onChange={chooseSkills} />
    </div>
  )
}

function countFilters({ topic, hours, near }: PeopleListFilter, skills: string[]): number {
  return skills.length + [topic, hours, near].filter((value) => value !== undefined).length
}

/** The viewer's own zone, and the one of the URL. */
function listZones(chosen: string | undefined) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([own, chosen ?? own])].map((value) => ({
    value,
    label: `Within 3 h of ${formatZoneOffset(value)}`,
  }))
}
