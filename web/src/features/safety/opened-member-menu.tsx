import type { Person } from '@dolph/contract/people/people'
import { Ban, CircleCheck, Volume2, VolumeX } from 'lucide-react'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import type { MenuAction } from './menu-action.ts'
import { useRelation } from './relation-query.ts'
import { useChangeRelation } from './use-change-relation.ts'

type Member = Pick<Person, '_id' | 'userName'>

interface Props {
  button: ComponentProps<typeof IconButton>
  member: Member | null
  actions: readonly MenuAction[]
  children: ReactNode
  /** How the button was pressed that loaded the menu: the menu starts open. */
  pressedBy: 'pointer' | 'keyboard'
}

/** The menu of the ⋯ button, with its code loaded. */
export function OpenedMemberMenu({ button, member, actions, children, pressedBy }: Props) {
  const [isBlocking, setIsBlocking] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Menu trigger={<IconButton {...button} ref={trigger} />} openedBy={pressedBy}>
        {member && <MemberItems member={member} onBlock={() => setIsBlocking(true)} />}
        {member && (children || actions.length > 0) && <MenuSeparator />}
        {children}
        {actions.map(({ label, ...action }) => (
          <MenuItem key={label} {...action}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {member && (
        <BlockDialog
          member={member}
          open={isBlocking}
          finalFocus={trigger}
          onClose={() => setIsBlocking(false)}
        />
      )}
    </>
  )
}

/** Mounted while the menu is open, so that the relation is not fetched for menus that nobody opens. */
function MemberItems({ member, onBlock }: { member: Member; onBlock: () => void }) {
  const { relation, isLoading } = useRelation(member._id)
  const { mutate } = useChangeRelation(member)
  const { isMuted = false, isBlocked = false } = relation ?? {}

  return (
    <>
      <MenuItem
        icon={isMuted ? Volume2 : VolumeX}
        disabled={isLoading}
        onSelect={() => mutate(isMuted ? 'unmute' : 'mute')}
      >
        {isMuted ? 'Unmute' : 'Mute'} {member.userName}
      </MenuItem>
      <MenuItem
        icon={isBlocked ? CircleCheck : Ban}
        danger={!isBlocked}
        disabled={isLoading}
        onSelect={() => (isBlocked ? mutate('unblock') : onBlock())}
      >
        {isBlocked ? 'Unblock' : 'Block'} {member.userName}
      </MenuItem>
    </>
  )
}
