import { InvitationDraft, JOIN_NOTE_MAX } from '@dolph/contract/join-requests/join-requests'
import type { Person } from '@dolph/contract/people/people'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormFooter } from '../../../ui/overlays/dialog-form-footer.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { ownOpenRolesQuery, type OwnOpenRole } from '../../roles/own-open-roles-query.ts'
import { useInvite } from './asking-data.ts'

interface Props {
  person: Pick<Person, '_id' | 'userName'>
  isOpen: boolean
  onClose: () => void
}

/** Invites a member to one of the viewer's open roles. */
export function InviteDialog({ person, isOpen, onClose }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={`Invite ${person.userName}`}
      description="They can join, talk to you first, or decline."
    >
      <RoleLoader person={person} onClose={onClose} />
    </Dialog>
  )
}

function RoleLoader(props: Omit<Props, 'isOpen'>) {
  const me = useViewer()?._id ?? ''
  const { data: roles, error, isFetching, refetch } = useQuery(ownOpenRolesQuery(me))
  if (roles && roles.length > 0) return <InviteForm roles={roles} {...props} />
  if (roles) {
    return (
      <p className="pb-2">
        You have no open roles. <TextLink to="/my-posts">Add one to a project</TextLink> and come
        back.
      </p>
    )
  }
  if (error) {
    return (
      <LoadFailure
        subject="your roles"
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div role="status" className="grid grid-cols-1 gap-4">
      <span className="sr-only">Loading your roles</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-28" />
    </div>
  )
}

const FAILED = 'The invitation could not be sent. Please try again.'

function InviteForm({ person, roles, onClose }: Omit<Props, 'isOpen'> & { roles: OwnOpenRole[] }) {
  const draftKey = `invitation:${person._id}`
  const draft = useDraft(draftKey, z.string())
  const [roleId, setRoleId] = useState(roles[0]?.role._id ?? null)
  const [note, setNote] = useState(draft.restored ?? '')
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const invite = useInvite(draftKey)
  const noteError = getNoteError(note)

  function submit() {
    if (invite.isPending || roleId === null) return
    setIsChecked(true)
    if (noteError !== undefined) return noteField.current?.focus()
    invite.mutate(
      { roleId, userId: person._id, note },
      {
        onSuccess: () => {
          draft.discard()
          toast.success(`${person.userName} is invited.`)
          onClose()
        },
      },
    )
  }
  useSubmitShortcut(form, submit)

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid grid-cols-1 gap-5"
    >
      <ReadOnlyFields value={invite.isPending}>
        <Select
          label="Role"
          options={roles.map(({ role, post }) => ({
            value: role._id,
            label: `${role.title} · ${post.title}`,
          }))}
          value={roleId}
          onChange={setRoleId}
        />
        <Textarea
          ref={noteField}
          label="Note"
          hint="Say why you thought of them."
          rows={4}
          max={JOIN_NOTE_MAX}
          value={note}
          onChange={(event) => {
            setNote(event.target.value)
            draft.save(event.target.value)
          }}
          error={isChecked ? noteError : undefined}
        />
        {invite.error && <Banner kind="error">{getErrorMessage(invite.error, FAILED)}</Banner>}
        <DialogFormFooter
          submitLabel="Send invitation"
          isSending={invite.isPending}
          onCancel={onClose}
        />
      </ReadOnlyFields>
    </form>
  )
}

function getNoteError(note: string): string | undefined {
  return z.safeParse(InvitationDraft.shape.note, note).error?.issues[0]?.message
}
