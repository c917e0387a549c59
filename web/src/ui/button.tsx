import type { ComponentProps } from 'react'
import { buttonLook, type ButtonLook } from './button-look.ts'
import type { IconType } from './icon.ts'
import { pressable } from './pressable.ts'
import { Spinner } from './spinner.tsx'

type Props = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    icon?: IconType
    /** Under way: keeps the focus, ignores clicks, shows a spinner in place of the icon. */
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
      {...pressable(button, { disabled, busy })}
      className={buttonLook({ variant, size, className })}
    >
      {busy ? <Spinner /> : Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </button>
  )
}
