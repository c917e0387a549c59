import { Ellipsis } from 'lucide-react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyMenu } from '../../../ui/overlays/use-lazy-menu.ts'
import type { DisplayedMessage } from '../conversation/displayed-messages.ts'
import { getPlainText } from '../message-text/get-plain-text.ts'
import type { MessageActions } from './use-message-actions.tsx'

const lazyOpenedMenu = createLazyModule(
  async () => (await import('./opened-message-menu.tsx')).OpenedMessageMenu,
)

interface Props {
  message: DisplayedMessage
  actions: MessageActions
  /** Reached by the tab key; from there the arrow keys lead to the others. */
  isTabStop: boolean
}

/** The ⋯ button of a message, shown while the pointer is on it. It becomes a menu on the first press. */
export function MessageMenu({ message, actions, isTabStop }: Props) {
  const { wasPressed, pressedBy, buttonProps } = useLazyMenu(lazyOpenedMenu)
  if (Object.keys(actions).length === 0) return null
  const button = {
    label: 'Message options',
    fullLabel: `Options of “${shorten(getPlainText(message.content, message.isMarkdown === true))}”`,
    icon: Ellipsis,
    size: 'sm',
    tabIndex: isTabStop ? 0 : -1,
    'data-message-menu': '',
    className: cx(
      'absolute! -top-3 z-10 border! border-line! bg-raised! opacity-0 shadow-soft',
      'group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100',
      message.isMine ? '-left-3' : '-right-3',
    ),
  } as const
  return (
    <LazyPart
      part={lazyOpenedMenu}
      isEnabled={wasPressed}
      props={{ button, message, actions, pressedBy }}
      fallback={<IconButton {...button} {...buttonProps} />}
    />
  )
}

const SHORT_LENGTH = 40

function shorten(text: string): string {
  return text.length > SHORT_LENGTH ? `${text.slice(0, SHORT_LENGTH)}…` : text
}
