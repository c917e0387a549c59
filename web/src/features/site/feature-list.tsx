import type { Feature } from './feature-grid.tsx'
import { FeatureIcon } from './feature-icon.tsx'

/** Features as a vertical list. */
export function FeatureList({ features }: { features: readonly Feature[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {features.map(({ icon, tone, title, text }) => (
        <li key={title} className="flex gap-4 py-5 sm:gap-5 sm:py-6">
          <FeatureIcon icon={icon} tone={tone} />
          <div className="grid content-start gap-1">
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="max-w-[60ch] text-pretty text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
