import type { IconType } from '../../ui/icon.ts'
import type { Tone } from '../../ui/tone.ts'
import { FeatureIcon } from './feature-icon.tsx'

export interface Feature {
  icon: IconType
  tone: Tone
  title: string
  text: string
}

/** Features as cards, three in a row on wide screens. */
export function FeatureGrid({ features }: { features: readonly Feature[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {features.map(({ icon, tone, title, text }) => (
        <li
          key={title}
          className="flex gap-4 rounded-card border border-line bg-surface p-5 sm:flex-col"
        >
          <FeatureIcon icon={icon} tone={tone} />
          <div className="grid content-start gap-1.5">
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="text-sm/6 text-pretty text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
