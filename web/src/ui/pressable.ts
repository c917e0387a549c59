import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'>

interface State {
  disabled: boolean
  /** Under way: it keeps the focus, so it is not disabled, and lets nothing through. */
  busy: boolean
}

/** A native button that can be busy. */
export function pressable(button: ButtonProps, { disabled, busy }: State): ButtonProps {
  if (!busy) return { type: 'button', ...button, disabled }
  return {
    type: 'button',
    ...button,
    'aria-disabled': true,
    'aria-busy': true,
    onClick: swallow,
    onPointerDown: undefined,
    onKeyDown: undefined,
  }
}

/** A form is not sent twice. */
function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
