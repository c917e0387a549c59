import { OPEN_ROLES_MAX } from '@dolph/contract/roles/roles'
import { Pencil, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { createTempId } from '../../../lib/temp-id.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { lazyRoleDialog } from './lazy-role-dialog.ts'
import { EMPTY_ROLE_FIELDS, type RoleFields } from './role-fields.ts'
import type { UnsentRole } from './unsent-role-drafts.ts'
import type { NewPostRoles as Roles } from './use-new-post-roles.ts'

/** The roles of a post that is being written, below its form. */
export function NewPostRoles({ roles, change }: Pick<Roles, 'roles' | 'change'>) {
  const id = useId()
  const dialog = useLazyDialog(lazyRoleDialog)
  const [edited, setEdited] = useState<UnsentRole | null>(null)

  const open = (role: UnsentRole | null) => {
    setEdited(role)
    dialog.open()
  }
  const save = (fields: RoleFields) =>
    change(
      edited
        ? roles.map((role) =>
            // Another key: the server refuses other content under the key of an earlier attempt.
            role === edited ? { tempId: createTempId(), fields } : role,
          )
        : [...roles, { tempId: createTempId(), fields }],
    )

  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-sm font-medium">
          Looking for people? Add a role
        </h2>
        <Button
          size="sm"
          icon={Plus}
          disabled={roles.length >= OPEN_ROLES_MAX}
          onPointerEnter={lazyRoleDialog.load}
          onFocus={lazyRoleDialog.load}
          onClick={() => open(null)}
        >
          Add a role
        </Button>
      </div>
      {roles.length > 0 && (
        <ul className="grid gap-1">
          {roles.map((role) => (
            <li key={role.tempId} className="flex items-center gap-1 text-sm">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-medium">{role.fields.title}</bdi>
                <span className="text-muted">{` · ${role.fields.skills.join(', ')}`}</span>
              </span>
              <IconButton
                label="Edit role"
                fullLabel={`Edit role: ${role.fields.title}`}
                icon={Pencil}
                size="sm"
                onClick={() => open(role)}
              />
              <IconButton
                label="Remove role"
                fullLabel={`Remove role: ${role.fields.title}`}
                icon={X}
                size="sm"
                onClick={() => change(roles.filter((each) => each !== role))}
              />
            </li>
          ))}
        </ul>
      )}
      <LazyPart
        key={edited?.tempId ?? 'new'}
        part={lazyRoleDialog}
        isEnabled={dialog.wasOpened}
        props={{
          isOpen: dialog.isOpen,
          title: edited ? 'Edit role' : 'Add a role',
          submitLabel: edited ? 'Save role' : 'Add role',
          initial: edited?.fields ?? EMPTY_ROLE_FIELDS,
          draftKey: edited ? `role:${edited.tempId}` : 'role:new',
          onSubmit: async (_, fields) => save(fields),
          onClose: dialog.close,
        }}
      />
    </section>
  )
}
