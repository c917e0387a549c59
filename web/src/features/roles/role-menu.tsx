import type { Role } from '@dolph/contract/roles/roles'
import { CircleX, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import type { ChangeRoles } from './data.ts'

interface Props {
  role: Role
  changeRoles: ChangeRoles
  onEdit: () => void
}

/** What the owners of a project can do with one of its roles. */
export function RoleMenu({ role, changeRoles, onEdit }: Props) {
  const [isDeleting, setIsDeleting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const setState = (state: 'open' | 'paused' | 'closed') =>
    changeRoles.mutate(
      { kind: 'state', id: role._id, state },
      { onError: (error) => toast.error(getErrorMessage(error, CHANGE_FAILED)) },
    )
  const remove = () =>
    changeRoles.mutate(
      { kind: 'delete', id: role._id },
      {
        onError: (error) => toast.error(getErrorMessage(error, 'Failed to delete role')),
        onSettled: () => setIsDeleting(false),
      },
    )

  return (
    <>
      <Menu
        trigger={
          <IconButton
            ref={button}
            label="Role options"
            fullLabel={`Options of ${role.title}`}
            icon={Ellipsis}
            size="sm"
          />
        }
      >
        <MenuItem icon={Pencil} onSelect={onEdit}>
          Edit
        </MenuItem>
        {role.state === 'open' && (
          <MenuItem icon={Pause} onSelect={() => setState('paused')}>
            Pause
          </MenuItem>
        )}
        {role.state !== 'open' && role.filled < role.seats && (
          <MenuItem icon={Play} onSelect={() => setState('open')}>
            Open again
          </MenuItem>
        )}
        {role.state !== 'closed' && (
          <MenuItem icon={CircleX} onSelect={() => setState('closed')}>
            Close
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setIsDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        title="Delete role"
        message="Open requests for this role will end. If someone has already joined through it, the role is closed instead."
        subject={role.title}
        confirmLabel="Delete role"
        danger
        busy={changeRoles.isPending}
        finalFocus={button}
        onConfirm={remove}
        onCancel={() => setIsDeleting(false)}
      />
    </>
  )
}

const CHANGE_FAILED = 'The role could not be changed. Please try again.'
