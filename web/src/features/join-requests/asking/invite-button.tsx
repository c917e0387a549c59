import type { Person } from '@dolph/contract/people'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
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
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (me === undefined || me === person._id) return null

  async function open() {
    try {
      await lazyInviteDialog.loadAndWait()
    } catch {
      toast.error('This could not be loaded. Please try again.')
      return
    }
    setWasOpened(true)
    setIsOpen(true)
  }

  return (
    <>
      <Button
        size={size}
        icon={UserPlus}
        aria-label={`Invite ${person.userName}`}
        onClick={() => void open()}
      >
        Invite
      </Button>
      {wasOpened && (
        <LazyPart
          part={lazyInviteDialog}
          props={{ person, isOpen, onClose: () => setIsOpen(false) }}
        />
      )}
    </>
  )
}
