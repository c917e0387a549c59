import type { Role } from '@dolph/contract/roles/roles'
import { Select } from '../../../ui/forms/select.tsx'
import { AskToJoinDialog } from './ask-to-join-dialog.tsx'

interface Props {
  role: Role
  /** All that can be asked for. */
  roles: readonly Role[]
  isOpen: boolean
  onChoose: (roleId: string) => void
  onClose: () => void
}

/** The form to join a project: where several roles are open, it says which. */
export function AskForRoleDialog({ role, roles, isOpen, onChoose, onClose }: Props) {
  const chooser = roles.length > 1 && (
    <Select
      label="Role"
      options={roles.map(({ _id, title }) => ({ value: _id, label: title }))}
      value={role._id}
      onChange={onChoose}
    />
  )
  return <AskToJoinDialog role={role} isOpen={isOpen} onClose={onClose} chooser={chooser} />
}
