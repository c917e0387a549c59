import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'>

interface ButtonState {
  disabled: boolean
  /** Under way: it keeps the focus, so it is not disabled, and lets nothing through. */
  busy: boolean
}

/** A native button that can be busy. */
export function getButtonProps(button: ButtonProps, { disabled, busy }: ButtonState): ButtonProps {
  if (!busy) return { type: 'button', ...button, disabled }
  return {
    type: 'button',
    ...button,
    'aria-disabled': true,
    'aria-busy': true,
    onClick: suppressEvent,
    onPointerDown: undefined,
    onKeyDown: undefined,
  }
}

/** A form is not sent twice. */
function suppressEvent(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
