import { STILL_OPEN_ASKED_AFTER_DAYS, type Role } from '@dolph/contract/roles/roles'
import { CalendarCheck } from 'lucide-react'
import { DAY_MS } from '../../../lib/day-ms.ts'
import { useNow } from '../../../lib/now.ts'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useConfirmRoles } from './still-open-data.ts'

/** Asks an owner on the page of the project what the mail asks too; nothing while its roles were confirmed lately. */
export function StillOpenLine({ roles }: { roles: readonly Role[] }) {
  const now = useNow()
  const { mutate, isPending } = useConfirmRoles()
  const asked = roles.filter(
    ({ state, confirmedOn }) =>
      (state === 'open' || state === 'paused') &&
      now.getTime() - Date.parse(confirmedOn) >= STILL_OPEN_ASKED_AFTER_DAYS * DAY_MS,
  )
  if (asked.length === 0) return null
  return (
    <div className="tone-amber flex flex-wrap items-center justify-between gap-3 rounded-card border border-tone-line bg-tone-soft px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">Are you still looking?</span> Roles without an answer are
        closed.
      </p>
      <Button
        size="sm"
        icon={CalendarCheck}
        busy={isPending}
        onClick={() =>
          mutate(
            asked.map(({ _id }) => _id),
            {
              onSuccess: () => toast.success('Thank you, your roles stay open.'),
              onError: (error) =>
                toast.error(
                  getErrorMessage(error, 'Your answer could not be sent. Please try again.'),
                ),
            },
          )
        }
      >
        {asked.length === 1 ? 'Still open' : 'All still open'}
      </Button>
    </div>
  )
}
