import type { Update } from '@dolph/contract/updates/updates'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { PROJECT_STATES } from '../projects/project-state.ts'
import { useDeleteUpdate } from './data.ts'
import { EditUpdate } from './edit-update.tsx'

interface Props {
  update: Update
  isOwner: boolean
  /** Called when the update is deleted, and the item goes with its buttons. */
  onDeleted: () => void
}

/** An update with its author and text, or the line of a change of state. */
export function UpdateItem({ update, isOwner, onDeleted }: Props) {
  const { user, body, state, createdAt, editedAt, mentions = [] } = update
  const [isEditing, setIsEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const isOwn = useViewer()?._id === user?._id
  const close = () => {
    flushSync(() => setIsEditing(false))
    editButton.current?.focus()
  }

  return (
    <li className="flex gap-3 py-4 first:pt-0 last:pb-0">
      {state === null ? (
        <Avatar
          name={user?.userName ?? '?'}
          picture={user?.profilePicture}
          size="sm"
          className="mt-0.5"
        />
      ) : (
        <StateIcon state={state} />
      )}
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-h-8 items-center justify-between gap-2 text-sm">
          <p className="min-w-0 text-muted">
            <AuthorName update={update} />
            {state !== null && ` set the state to ${PROJECT_STATES[state].label}`}
            {' · '}
            <RelativeTime at={createdAt} />
            {editedAt !== null && ' · edited'}
          </p>
          {isOwner && !isEditing && (
            <div className="-my-1 flex shrink-0">
              {isOwn && state === null && (
                <IconButton
                  ref={editButton}
                  label="Edit update"
                  icon={Pencil}
                  size="sm"
                  onClick={() => setIsEditing(true)}
                />
              )}
              <DeleteUpdateButton update={update} onDeleted={onDeleted} />
            </div>
          )}
        </div>
        {isEditing ? (
          <EditUpdate update={update} onClose={close} />
        ) : (
          body && (
            <Markdown
              text={body}
              headingLevel={4}
              mentions={mentions.map(({ userName }) => userName)}
              className="min-w-0 text-sm/6"
            />
          )
        )}
      </div>
    </li>
  )
}

function AuthorName({ update: { user } }: { update: Update }) {
  if (!user) return <span className="font-medium">Unknown User</span>
  return (
    <Link
      to={`/profile/${user.userName}`}
      className="rounded-sm font-medium wrap-anywhere text-ink hover:text-link hover:underline"
    >
      {user.userName}
    </Link>
  )
}

function StateIcon({ state }: { state: NonNullable<Update['state']> }) {
  const { icon: Icon } = PROJECT_STATES[state]
  return (
    <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted">
      <Icon className="size-4" aria-hidden="true" />
    </span>
  )
}

function DeleteUpdateButton({ update, onDeleted }: Pick<Props, 'update' | 'onDeleted'>) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending } = useDeleteUpdate(update.post)
  return (
    <>
      <IconButton
        label="Delete update"
        icon={Trash2}
        size="sm"
        onClick={() => setIsConfirming(true)}
      />
      <ConfirmDialog
        open={isConfirming}
        title="Delete this update?"
        message="It disappears for everyone. This cannot be undone."
        confirmLabel="Delete update"
        danger
        busy={isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          mutate(update._id, {
            onSuccess: onDeleted,
            onError: (error) => {
              setIsConfirming(false)
              toast.error(getErrorMessage(error, 'Failed to delete update'))
            },
          })
        }
      />
    </>
  )
}
