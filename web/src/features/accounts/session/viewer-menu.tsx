import type { Viewer } from '@dolph/contract/accounts/viewer'
import { Bookmark, Gavel, LogOut, Settings, UserPlus, UsersRound } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { useLogOutAction } from './log-out-action.ts'
import type { LastMember } from './use-last-member.ts'

/** Account menu in the header: what has no link there, settings and log out. */
export function ViewerMenu({ viewer }: { viewer: LastMember & Pick<Viewer, 'role'> }) {
  const { logOut, isLoggingOut } = useLogOutAction()

  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-10 place-items-center rounded-full transition-colors hover:bg-hover active:bg-pressed data-popup-open:bg-hover"
        >
          <Avatar
            name={viewer.userName}
            fullName={`${viewer.firstName} ${viewer.lastName}`.trim()}
            picture={viewer.profilePicture}
            className="size-8"
          />
          <span className="sr-only">Account of {viewer.userName}</span>
        </button>
      }
    >
      <p className="max-w-64 truncate px-2.5 py-1.5 font-medium">@{viewer.userName}</p>
      <MenuSeparator />
      <MenuLink to="/people" icon={UsersRound}>
        People
      </MenuLink>
      <MenuLink to="/join-requests" icon={UserPlus}>
        Join requests
      </MenuLink>
      <MenuLink to="/following" icon={Bookmark}>
        Saved and following
      </MenuLink>
      <MenuSeparator />
      <MenuLink to="/settings" icon={Settings}>
        Account Settings
      </MenuLink>
      {viewer.role && (
        <MenuLink to="/review" icon={Gavel}>
          Review
        </MenuLink>
      )}
      <MenuItem icon={LogOut} disabled={isLoggingOut} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  )
}
