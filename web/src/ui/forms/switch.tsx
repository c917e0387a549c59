import { Switch as Base } from '@base-ui/react/switch'
import { Check } from 'lucide-react'
import { cx } from '../cx.ts'

interface Props {
  /** For screen readers; what it switches must be seen beside it. */
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch that takes effect at once. Its state shows in the place of the thumb and by a check mark, not by color alone. */
export function Switch({ label, isOn, onChange }: Props) {
  return (
    <Base.Root
      aria-label={label}
      checked={isOn}
      onCheckedChange={(next) => onChange(next)}
      className={SWITCH_CLASS}
    >
      <Base.Thumb className={THUMB_CLASS}>
        {isOn && <Check className="size-3" strokeWidth={3} aria-hidden="true" />}
      </Base.Thumb>
    </Base.Root>
  )
}

const SWITCH_CLASS = cx(
  'relative inline-flex h-6 w-10 shrink-0 align-middle items-center rounded-full border border-edge bg-control p-0.5',
  'transition-colors hover:bg-hover data-checked:border-transparent data-checked:bg-primary',
  'data-checked:hover:bg-primary-hover pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
)

const THUMB_CLASS = cx(
  'grid size-4.5 place-items-center rounded-full bg-edge text-primary transition-transform',
  'data-checked:translate-x-4 data-checked:bg-on-primary',
)
