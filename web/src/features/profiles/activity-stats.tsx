import type { Stats } from '@dolph/contract/profiles/profiles'
import { ProfileSection } from './profile-section.tsx'

const exactFormat = new Intl.NumberFormat('en')
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export function ActivityStats({ stats }: { stats: Stats }) {
  const counts = [
    { name: 'Projects', count: stats.posts },
    { name: 'Collaborations', count: stats.collaborations },
    { name: 'Contributions', count: stats.contributions },
  ]
  return (
    <ProfileSection title="Activity Stats">
      <dl className="grid grid-cols-3 gap-2">
        {counts.map(({ name, count }) => (
          <div key={name} className="flex min-w-0 flex-col-reverse">
            <dt className="text-xs text-muted">{name}</dt>
            <dd title={exactFormat.format(count)} className="text-xl font-semibold tabular-nums">
              {compactFormat.format(count)}
            </dd>
          </div>
        ))}
      </dl>
    </ProfileSection>
  )
}
