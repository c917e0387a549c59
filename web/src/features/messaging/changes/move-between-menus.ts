import type { KeyboardEvent } from 'react'

const MENU_BUTTON = '[data-message-menu]'
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** From the button of one message's menu, the arrow keys lead to those of the messages above and below. The menu itself opens with Enter. */
export function moveBetweenMenus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof Element) || !target.matches(MENU_BUTTON)) return
  if (target.getAttribute('aria-expanded') === 'true') return
  event.preventDefault()
  event.stopPropagation()
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(MENU_BUTTON)]
  buttons[buttons.findIndex((button) => button === target) + step]?.focus()
}
