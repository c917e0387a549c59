import {
  addReaction,
  deleteMessage,
  editMessage,
  removeReaction,
  type ChangedMessage,
} from '@dolph/contract/messaging/message-changes'
import { MESSAGE_EDIT_HOURS, type ReactionKind } from '@dolph/contract/messaging/revisions'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { useNow } from '../../../lib/now.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import type { DisplayedMessage } from '../conversation/displayed-messages.ts'
import { getFormat } from '../message-text/get-format.ts'
import type { Reaction } from './reactions.ts'

const EDITABLE_MS = MESSAGE_EDIT_HOURS * 3_600_000

const lazyDeleteDialog = createLazyModule(
  async () => (await import('./delete-message-dialog.tsx')).DeleteMessageDialog,
)

/** What the viewer can do about one message; what they cannot is missing. */
export interface MessageActions {
  reply?: () => void
  react?: (reaction: Reaction, isSet: boolean) => void
  edit?: () => void
  remove?: () => void
  report?: () => void
}

interface Options {
  /** Whether the viewer could send a message now: otherwise nothing is edited, and nobody reacts. */
  canWrite: boolean
  /** In a room: whether the viewer may delete the messages of others. */
  isOwner?: boolean
  onReply: (message: DisplayedMessage) => void
  /** Puts the changed message into the cache. */
  onChanged: (message: ChangedMessage) => void
  /** Undefined for a message whose author is gone. */
  onReport: (message: DisplayedMessage) => (() => void) | undefined
}

/** The message whose text is in the composer. */
interface EditedMessage {
  _id: string
  content: string
}

interface Result {
  actionsOf: (message: DisplayedMessage) => MessageActions
  edited: EditedMessage | null
  isSaving: boolean
  save: (content: string) => void
  cancelEdit: () => void
  /** Edits the newest message of the viewer; undefined if it can no longer be edited. */
  findNewestEdit: (messages: readonly DisplayedMessage[]) => MessageActions['edit']
  /** Asks before a message is deleted. */
  dialog: ReactNode
}

export function useMessageActions(options: Options): Result {
  const { canWrite, isOwner, onReply, onChanged, onReport } = options
  const now = useNow().getTime()
  const [edited, setEdited] = useState<EditedMessage | null>(null)
  const [removedId, setRemovedId] = useState<string | null>(null)
  const { isOpen, wasOpened, open, close } = useLazyDialog(lazyDeleteDialog)
  const change = { onSuccess: onChanged, networkMode: 'always' } as const
  const edit = useMutation({
    mutationFn: ({ _id: id, content }: EditedMessage) =>
      callEndpoint(editMessage, {
        params: { id },
        body: { content, format: getFormat(content) },
      }),
    ...change,
  })
  const remove = useMutation({
    mutationFn: (id: string) => callEndpoint(deleteMessage, { params: { id } }),
    ...change,
  })
  const react = useMutation({
    mutationFn: ({ id, kind, isSet }: { id: string; kind: ReactionKind; isSet: boolean }) =>
      callEndpoint(isSet ? addReaction : removeReaction, { params: { id, kind } }),
    ...change,
    onError: (error) => toast.error(getErrorMessage(error, 'The reaction could not be saved.')),
  })

  const actionsOf = (message: DisplayedMessage): MessageActions => {
    const { _id: id, isMine, isGone = false, createdAt, content } = message
    if (id === null || message.line) return {}
    const canEdit = isMine && canWrite && !isGone && now - Date.parse(createdAt) < EDITABLE_MS
    const canRemove = !isGone && (isMine || isOwner === true)
    const report = isMine ? undefined : onReport(message)
    return {
      ...(canWrite &&
        !isGone && {
          reply: () => onReply(message),
          react: ({ kind }, isSet) => react.mutate({ id, kind, isSet }),
        }),
      ...(canEdit && { edit: () => setEdited({ _id: id, content }) }),
      ...(canRemove && {
        remove: () => {
          setRemovedId(id)
          open()
        },
      }),
      ...(report && { report }),
    }
  }

  return {
    actionsOf,
    edited,
    isSaving: edit.isPending,
    save: (content) => {
      if (edited === null) return
      if (content === edited.content) {
        setEdited(null)
        return
      }
      edit.mutate(
        { ...edited, content },
        {
          onSuccess: () => setEdited(null),
          onError: (error) => toast.error(getErrorMessage(error, 'The message was not saved.')),
        },
      )
    },
    cancelEdit: () => setEdited(null),
    findNewestEdit: (messages) => {
      const newest = messages.findLast(({ isMine, _id }) => isMine && _id !== null)
      return newest && actionsOf(newest).edit
    },
    dialog: (
      <LazyPart
        part={lazyDeleteDialog}
        isEnabled={wasOpened}
        props={{
          isOpen,
          isBusy: remove.isPending,
          onConfirm: () =>
            removedId !== null &&
            remove.mutate(removedId, {
              onError: (error) =>
                toast.error(getErrorMessage(error, 'The message was not deleted.')),
              onSettled: close,
            }),
          onClose: close,
        }}
      />
    ),
  }
}

/** Whether the viewer reacted to a message in this way. */
export function hasReacted({ reactions = [] }: DisplayedMessage, { kind }: Reaction): boolean {
  return reactions.some((reaction) => reaction.kind === kind && reaction.isOwn)
}
