import type { Viewer } from '@dolph/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Settings } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLogOut } from './data.ts'
import { leaveOnPurpose } from './session.ts'

/** What a member does about their own account, from any page. */
export function ViewerMenu({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const logOut = useLogOut()

  async function leave() {
    try {
      await logOut.mutateAsync()
    } catch {
      toast.error('Logout failed. Please try again.')
      return
    }
    leaveOnPurpose(client, '/login', navigate)
  }

  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-10 place-items-center rounded-full transition-colors hover:bg-hover active:bg-pressed data-popup-open:bg-hover"
        >
          <Avatar name={viewer.userName} picture={viewer.profilePicture} className="size-8" />
          <span className="sr-only">Account of {viewer.userName}</span>
        </button>
      }
    >
      <p className="max-w-64 truncate px-2.5 py-1.5 font-medium">@{viewer.userName}</p>
      <MenuSeparator />
      <MenuLink to="/settings" icon={Settings}>
        Account Settings
      </MenuLink>
      <MenuItem icon={LogOut} disabled={logOut.isPending} onSelect={() => void leave()}>
        Log out
      </MenuItem>
    </Menu>
  )
}
