import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../ui/toast.tsx'
import { useLogOut } from './data.ts'
import { endSession } from './session.ts'

/** Logging out, from wherever it is offered. */
export function useLogOutAction(): { leave: () => void; isLeaving: boolean } {
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
    endSession(client, '/login', navigate)
  }

  return { leave: () => void leave(), isLeaving: logOut.isPending }
}
