import { TEAM_COMPLETE } from '@dolph/contract/join-requests/join-requests'
import {
  OPEN_ROLES_MAX,
  TOO_MANY_OPEN_ROLES,
  type Role,
  type RoleDraft,
} from '@dolph/contract/roles/roles'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Plus, Settings2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useLinkedElement } from '../../lib/url/use-linked-element.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.ts'
import { useSendOnce } from '../accounts/send-once.ts'
import { projectQuery } from '../projects/data.ts'
import { lazyProjectDialog } from '../projects/lazy-project-dialog.ts'
import { rolesQuery, useChangeRoles } from './data.ts'
import { getRoleElementId, useLinkedRole } from './linked-role.ts'
import { isTeamComplete } from './is-team-complete.ts'
import { RoleMenu } from './role-menu.tsx'
import { RoleRow } from './role-row.tsx'
import { describeAnswers } from './role-texts.ts'
import { RoleListSkeleton } from './roles-skeleton.tsx'
import { StillOpenLine } from './still-open/still-open-line.tsx'
import { UnsentRoles } from './writing/unsent-roles.tsx'
import { lazyRoleDialog } from './writing/lazy-role-dialog.ts'
import { EMPTY_ROLE_FIELDS, toRoleFields } from './writing/role-fields.ts'

interface Props {
  postId: string
  isAuthor: boolean
  /** How many roles the post says are open, by which space is kept for them while they load. */
  openRoles: number
  /** What a member who owns nothing here can do about a role. */
  renderAction?: ((role: Role) => ReactNode) | undefined
  /** Brings the post up to date, which counts its open roles. */
  onChanged: () => void
}

/** The roles of a project on the page of its post. */
export function RolesSection({ postId, isAuthor, openRoles, renderAction, onChanged }: Props) {
  const id = useId()
  const { data: project } = useQuery(projectQuery(postId))
  const roles = useQuery(rolesQuery(postId))
  const hashId = useLinkedElement('role-', roles.data !== undefined)
  const linkedId = useLinkedRole(roles.data !== undefined)
  const changeRoles = useChangeRoles(postId, onChanged)
  const sendOnce = useSendOnce(getNewRoleKey(postId))
  const isOwner = isAuthor || project?.isOwner === true
  // The edited role stays while the dialog closes.
  const [edited, setEdited] = useState<Role | null>(null)
  const roleDialog = useLazyDialog(lazyRoleDialog)
  const projectDialog = useLazyDialog(lazyProjectDialog)

  const list = roles.data?.data ?? []
  if (!isOwner && list.length === 0 && openRoles === 0) return null
  const takenPlaces = list.filter(({ state }) => state === 'open' || state === 'paused').length
  const isFull = takenPlaces >= OPEN_ROLES_MAX

  const refreshRoles = () => {
    onChanged()
    void roles.refetch()
  }
  const openForm = (role: Role | null) => {
    setEdited(role)
    roleDialog.open()
  }
  const saveRole = (draft: RoleDraft) =>
    edited
      ? changeRoles.mutateAsync({ kind: 'edit', id: edited._id, draft })
      : sendOnce(draft, (tempId) =>
          changeRoles.mutateAsync({ kind: 'create', role: { tempId, draft } }),
        )

  return (
    <section aria-labelledby={id} className={SECTION_CLASS}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl font-semibold">
          Roles
        </h2>
        {isOwner ? (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={Settings2} onClick={projectDialog.open}>
              Project
            </Button>
            <Button size="sm" icon={Plus} disabled={isFull} onClick={() => openForm(null)}>
              Add a role
            </Button>
          </div>
        ) : (
          // On wide screens the facts stand beside the text of the post.
          <p className="min-h-5 text-sm text-muted lg:hidden">
            {roles.data && describeAnswers(roles.data.answers)}
          </p>
        )}
      </div>
      {isOwner && isFull && <p className="text-sm text-muted">{TOO_MANY_OPEN_ROLES}</p>}
      {isOwner && isTeamComplete(list) && (
        <p className="flex items-center gap-2 text-sm font-medium text-success">
          <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
          {TEAM_COMPLETE}
        </p>
      )}
      {isOwner && <StillOpenLine roles={list} />}
      {isOwner && <UnsentRoles postId={postId} onAdded={refreshRoles} />}
      {roles.isPending && openRoles > 0 && <RoleListSkeleton count={openRoles} />}
      {roles.isError && !roles.data && (
        <LoadFailure
          subject="roles"
          error={roles.error}
          isRetrying={roles.isFetching}
          onRetry={() => void roles.refetch()}
        />
      )}
      {/* Also while the roles load, so that nothing below moves when there are none. */}
      {isOwner && !roles.isError && (roles.data ? list.length === 0 : openRoles === 0) && (
        <p className="text-sm text-muted">
          Looking for people? Add a role, and members can ask to join.
        </p>
      )}
      {list.length > 0 && (
        <ul className={LIST_CLASS}>
          {list.map((role) => (
            <RoleRow
              key={role._id}
              role={role}
              isLinked={role._id === linkedId || getRoleElementId(role._id) === hashId}
              action={
                isOwner ? (
                  <RoleMenu role={role} changeRoles={changeRoles} onEdit={() => openForm(role)} />
                ) : (
                  renderAction?.(role)
                )
              }
            />
          ))}
        </ul>
      )}
      {isOwner && (
        <>
          <LazyPart
            key={edited?._id ?? 'new'}
            part={lazyRoleDialog}
            isEnabled={roleDialog.wasOpened}
            props={{
              isOpen: roleDialog.isOpen,
              title: edited ? 'Edit role' : 'Add a role',
              submitLabel: edited ? 'Save role' : 'Add role',
              initial: edited ? toRoleFields(edited) : EMPTY_ROLE_FIELDS,
              draftKey: edited ? `role:${edited._id}` : getNewRoleKey(postId),
              onSubmit: saveRole,
              onClose: roleDialog.close,
            }}
          />
          <LazyPart
            part={lazyProjectDialog}
            isEnabled={projectDialog.wasOpened}
            props={{
              postId,
              isOpen: projectDialog.isOpen,
              onChanged: refreshRoles,
              onClose: projectDialog.close,
            }}
          />
        </>
      )}
    </section>
  )
}

const SECTION_CLASS = 'mt-10 grid min-w-0 gap-4 border-t border-line pt-8'
const LIST_CLASS = 'divide-y divide-line overflow-clip rounded-card border border-line bg-surface'

/** The key under which the role that is being added to a post is stored on the device. */
function getNewRoleKey(postId: string): string {
  return `role:new:${postId}`
}
