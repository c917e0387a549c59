import type { ComponentProps } from 'react'
import { getButtonClass, type ButtonStyle } from './button-class.ts'
import type { IconType } from '../icon.ts'
import { getButtonProps } from './button-props.ts'
import { Spinner } from '../spinner.tsx'

type Props = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyle & {
    icon?: IconType
    /** The action is running: keeps the focus, ignores clicks, shows a spinner in place of the icon. */
    busy?: boolean | undefined
  }

export function Button({
  variant,
  size,
  className,
  icon: Icon,
  busy = false,
  disabled = false,
  children,
  ...button
}: Props) {
  return (
    <button
      {...getButtonProps(button, { disabled, busy })}
      className={getButtonClass({ variant, size, className })}
    >
      {busy ? <Spinner /> : Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </button>
  )
}
