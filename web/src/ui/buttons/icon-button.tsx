import type { ComponentProps } from 'react'
import { getButtonClass, type ButtonVariant } from './button-class.ts'
import { cx } from '../cx.ts'
import type { IconType } from '../icon.ts'
import { getButtonProps } from './button-props.ts'
import { Spinner } from '../spinner.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  /** The action, for screen readers and as the tooltip. */
  label: string
  /** The label and what it acts on, for screen readers, where several buttons have the same label. */
  fullLabel?: string | undefined
  /** The shortcut of the same action, shown in the tooltip. */
  keys?: string | undefined
  icon: IconType
  variant?: ButtonVariant
  size?: 'sm' | 'md'
  busy?: boolean
}

export function IconButton({
  label,
  fullLabel = label,
  keys,
  icon: Icon,
  variant = 'ghost',
  size = 'md',
  busy = false,
  disabled = false,
  className,
  ...button
}: Props) {
  const square = size === 'sm' ? 'size-8' : 'size-10'
  return (
    <Tooltip label={label} keys={keys}>
      <button
        {...getButtonProps(button, { disabled, busy })}
        aria-label={fullLabel}
        className={getButtonClass({ variant, size, className: cx(square, 'px-0!', className) })}
      >
        {busy ? <Spinner /> : <Icon className="size-4.5" aria-hidden="true" />}
      </button>
    </Tooltip>
  )
}
