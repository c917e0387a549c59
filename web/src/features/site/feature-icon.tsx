import { cx } from '../../ui/cx.ts'
import { TONE_CLASS } from '../../ui/tone.ts'
import type { Feature } from './feature-grid.tsx'

export function FeatureIcon({ icon: Icon, tone }: Pick<Feature, 'icon' | 'tone'>) {
  return (
    <span
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-control border border-tone-line bg-tone-soft text-tone',
        TONE_CLASS[tone],
      )}
    >
      <Icon className="size-5" aria-hidden="true" />
    </span>
  )
}
