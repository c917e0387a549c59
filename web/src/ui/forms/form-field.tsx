import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface FieldTexts {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

interface Props extends FieldTexts {
  /** The id of the control inside; hint and error take theirs from it. */
  id: string
  /** At the end of the line below the control, such as the counter of a textarea. */
  aside?: ReactNode
  /** The error is for screen readers only, because it is visible elsewhere. */
  isErrorVisuallyHidden?: boolean | undefined
  children: ReactNode
  className?: string | undefined
}

/** Label above, hint and error below: the frame of every control in a form. It is never wider than its form. */
export function FormField(props: Props) {
  const { id, label, error, aside, isErrorVisuallyHidden = false, children, className } = props
  const hint = getHint(props)
  return (
    <div className={cx('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="justify-self-start text-sm font-medium">
        {label}
      </label>
      {children}
      <div className="flex items-start gap-4 text-sm empty:hidden">
        <div className="grid min-w-0 flex-1 gap-1 empty:hidden">
          {error && (
            <p
              id={`${id}-error`}
              role="alert"
              className={isErrorVisuallyHidden ? 'sr-only' : 'flex gap-1.5 text-danger'}
            >
              <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              <span className="min-w-0">{error}</span>
            </p>
          )}
          {hint && (
            <p id={`${id}-hint`} className="text-muted">
              {hint}
            </p>
          )}
        </div>
        {aside}
      </div>
    </div>
  )
}

/** An error that repeats the hint stands in its place. */
function getHint({ hint, error }: FieldTexts): ReactNode {
  return hint === error ? undefined : hint
}

/** The id and the ARIA attributes of a control in a `FormField`. */
export function getControlProps(id: string, texts: FieldTexts) {
  const { error } = texts
  const hint = getHint(texts)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  } as const
}

export const CONTROL_CLASS = cx(
  'w-full rounded-control border border-edge bg-surface px-3 text-base text-ink sm:text-sm',
  'transition-colors placeholder:text-faint hover:not-disabled:not-aria-invalid:border-muted',
  'focus-visible:border-focus focus-visible:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:bg-sunken disabled:opacity-60',
)
