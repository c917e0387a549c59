import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'>

interface ButtonState {
  disabled: boolean
  /** The action is running: the button ignores clicks, but is not disabled, so that it keeps the focus. */
  busy: boolean
}

/** The props of a native button that can be busy. */
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

/** Keeps a busy submit button from submitting its form twice. */
function suppressEvent(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
