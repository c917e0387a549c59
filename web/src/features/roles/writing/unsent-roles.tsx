import { useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { getUnsentRolesKey, UnsentRoleList, type UnsentRole } from './unsent-role-drafts.ts'
import { sendUnsentRole } from './use-new-post-roles.ts'

interface Props {
  postId: string
  onAdded: () => void
}

/** The roles that could not be added when the post was created, to be added now. */
export function UnsentRoles({ postId, onAdded }: Props) {
  const draft = useDraft(getUnsentRolesKey(postId), UnsentRoleList)
  const [roles, setRoles] = useState(draft.restored ?? [])
  const [sending, setSending] = useState<string | null>(null)
  if (roles.length === 0) return null

  const remove = (removed: UnsentRole) => {
    const rest = roles.filter((role) => role !== removed)
    setRoles(rest)
    if (rest.length === 0) draft.discard()
    else draft.save(rest)
  }
  const add = async (role: UnsentRole) => {
    if (sending !== null) return
    setSending(role.tempId)
    try {
      await sendUnsentRole(postId, role)
      remove(role)
      onAdded()
    } catch (error) {
      toast.error(getErrorMessage(error, 'The role could not be added. Please try again.'))
    } finally {
      setSending(null)
    }
  }

  return (
    <ul aria-label="Roles not added yet" className="grid gap-2">
      {roles.map((role) => (
        <li
          key={role.tempId}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-dashed border-edge px-4 py-3 text-sm"
        >
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
            Not added yet: <bdi className="font-medium">{role.fields.title}</bdi>
          </span>
          <Button
            size="sm"
            variant="primary"
            busy={sending === role.tempId}
            onClick={() => void add(role)}
          >
            Add
          </Button>
          <Button size="sm" onClick={() => remove(role)}>
            Discard
          </Button>
        </li>
      ))}
    </ul>
  )
}
