import { BellOff, BellRing, BookmarkX } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'

interface Props {
  trigger: ReactElement
  /** How the button was pressed that loaded the menu: the menu starts open. */
  openedBy: 'pointer' | 'keyboard'
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  onRemove: () => void
}

/** The menu of a saved post. */
export function FollowMenu({ trigger, openedBy, isFollowing, onFollow, onRemove }: Props) {
  return (
    <Menu trigger={trigger} openedBy={openedBy}>
      {isFollowing ? (
        <MenuItem icon={BellOff} onSelect={() => onFollow(false)}>
          No more about updates
        </MenuItem>
      ) : (
        <MenuItem icon={BellRing} onSelect={() => onFollow(true)}>
          Also tell me about updates
        </MenuItem>
      )}
      <MenuItem icon={BookmarkX} onSelect={onRemove}>
        Remove from Saved
      </MenuItem>
    </Menu>
  )
}
