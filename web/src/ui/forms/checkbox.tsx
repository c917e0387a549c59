import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useIsReadOnly } from './read-only-fields.ts'

interface Props {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, hint, checked, onChange }: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox inside is the control
    <label className="flex cursor-pointer items-start gap-3 justify-self-start py-1">
      <Base.Root
        checked={checked}
        readOnly={isReadOnly}
        onCheckedChange={(next) => onChange(next)}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="grid size-5 shrink-0 place-items-center rounded-sm border border-edge bg-surface transition-colors data-checked:border-transparent data-checked:bg-primary"
      >
        <Base.Indicator className="text-on-primary">
          <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />
        </Base.Indicator>
      </Base.Root>
      <span className="grid min-w-0">
        <span id={id} className="text-sm font-medium wrap-anywhere">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-pretty text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
