import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useLogOut } from '../data.ts'
import { useMemberSession } from './member-session.ts'
import { endSession } from './session.ts'

/** Log-out handler shared by the account menu, the profile page and the command palette. */
export function useLogOutAction(): { logOut: () => void; isLoggingOut: boolean } {
  const client = useQueryClient()
  const session = useMemberSession()
  const navigate = useNavigate()
  const mutation = useLogOut()

  async function logOut() {
    try {
      await mutation.mutateAsync()
    } catch {
      toast.error('Logout failed. Please try again.')
      return
    }
    endSession(client, session, '/login', navigate)
  }

  return { logOut: () => void logOut(), isLoggingOut: mutation.isPending }
}
