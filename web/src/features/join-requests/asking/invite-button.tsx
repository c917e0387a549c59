import type { Person } from '@dolph/contract/people/people'
import { UserPlus } from 'lucide-react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

const lazyInviteDialog = createLazyModule(
  async () => (await import('./invite-dialog.tsx')).InviteDialog,
)

interface Props {
  person: Pick<Person, '_id' | 'userName'>
  size?: 'sm' | 'md'
}

/** Invites somebody who is open to join. The code of the dialog loads when it is opened first. */
export function InviteButton({ person, size = 'md' }: Props) {
  const me = useViewer()?._id
  const dialog = useLazyDialog(lazyInviteDialog)
  if (me === undefined || me === person._id) return null

  return (
    <>
      <Button
        size={size}
        icon={UserPlus}
        aria-label={`Invite ${person.userName}`}
        onClick={dialog.open}
      >
        Invite
      </Button>
      <LazyPart
        part={lazyInviteDialog}
        isEnabled={dialog.wasOpened}
        props={{ person, isOpen: dialog.isOpen, onClose: dialog.close }}
      />
    </>
  )
}
