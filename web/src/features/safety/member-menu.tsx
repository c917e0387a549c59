import type { Person } from '@dolph/contract/people/people'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLazyMenu } from '../../ui/overlays/use-lazy-menu.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import type { MenuAction } from './menu-action.ts'

interface Props {
  /** Who can be muted and blocked here: an author or a peer. Null if their account is gone. */
  member: Pick<Person, '_id' | 'userName'> | null
  label: string
  /** The label and what the menu is about, for screen readers, where a page has several menus. */
  fullLabel?: string
  /** Entries below those about the member. They alone are shown on what is the viewer's own. */
  actions?: readonly MenuAction[]
  /** Entries above those, for one that has a state of its own: it is mounted while the menu is open. */
  children?: ReactNode
  size?: 'sm' | 'md'
  className?: string
}

const NO_ACTIONS: readonly MenuAction[] = []

const lazyOpenedMenu = createLazyModule(
  async () => (await import('./opened-member-menu.tsx')).OpenedMemberMenu,
)

/** The ⋯ button of a post, a comment, a conversation, a join request or a profile. It becomes a menu on the first press. */
export function MemberMenu(props: Props) {
  const { member, label, fullLabel, actions = NO_ACTIONS, children, size = 'md', className } = props
  const viewer = useViewer()
  const { wasPressed, pressedBy, buttonProps } = useLazyMenu(lazyOpenedMenu)
  const other = member && member._id !== viewer?._id ? member : null
  if (!viewer || (!other && !children && actions.length === 0)) return null

  const button = { label, fullLabel, icon: Ellipsis, size, className }
  return (
    <LazyPart
      part={lazyOpenedMenu}
      isEnabled={wasPressed}
      props={{ button, member: other, actions, children, pressedBy }}
      fallback={<IconButton {...button} {...buttonProps} />}
    />
  )
}
