import { cx } from '../../ui/cx.ts'
import type { IconType } from '../../ui/icon.ts'
import { TONE_CLASS, type Tone } from '../../ui/tone.ts'

export function FeatureIcon({ icon: Icon, tone }: { icon: IconType; tone: Tone }) {
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
