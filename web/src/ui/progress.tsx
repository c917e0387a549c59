import { Progress as Base } from '@base-ui/react/progress'
import { cx } from './cx.ts'

interface Props {
  label: string
  /** The completed fraction, from 0 to 1. */
  progress: number
  className?: string
}

/** A progress bar with its label and percentage above. */
export function Progress({ label, progress, className }: Props) {
  const percent = Math.round(progress * 100)
  return (
    <Base.Root
      value={percent}
      className={cx('grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5', className)}
    >
      <Base.Label className="min-w-0 text-sm font-medium">{label}</Base.Label>
      <Base.Value className="text-sm text-muted tabular-nums">{() => `${percent} %`}</Base.Value>
      <Base.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-pressed">
        <Base.Indicator className="rounded-full bg-primary transition-[width] duration-200" />
      </Base.Track>
    </Base.Root>
  )
}
