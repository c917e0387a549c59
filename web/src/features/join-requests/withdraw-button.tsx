import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import type { RefObject } from 'react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useWithdrawJoinRequest } from './data.ts'

interface Props {
  request: Pick<JoinRequest, '_id' | 'role'>
  /** Gets the focus when the button is gone. */
  frame?: RefObject<HTMLElement | null>
}

export function WithdrawButton({ request, frame }: Props) {
  const { mutate, isPending } = useWithdrawJoinRequest(request._id)
  return (
    <Button
      size="sm"
      className="justify-self-start"
      aria-label={`Withdraw: ${request.role.title}`}
      busy={isPending}
      onClick={() =>
        mutate(undefined, {
          onSuccess: () => {
            toast.success('Withdrawn')
            frame?.current?.focus({ preventScroll: true })
          },
          onError: (error) =>
            toast.error(getErrorMessage(error, 'It could not be withdrawn. Please try again.')),
        })
      }
    >
      Withdraw
    </Button>
  )
}
