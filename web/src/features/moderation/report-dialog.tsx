import {
  REPORT_NOTE_MAX,
  REPORT_THANKS,
  ReportDraft,
  type ReportReason,
  type Subject,
} from '@dolph/contract/moderation/moderation'
import type { Person } from '@dolph/contract/people/people'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DialogFormFooter } from '../../ui/overlays/dialog-form-footer.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useMemberSession } from '../accounts/session/member-session.ts'
import { RelationChanges } from '../safety/relation-changes.ts'
import { useSendReport } from './data.ts'
import { REPORT_REASONS } from './report-reasons.ts'

export interface ReportDialogProps {
  subject: Subject
  /** Null if the account is gone: it cannot be blocked. */
  author: Pick<Person, '_id' | 'userName'> | null
  isOpen: boolean
  onClose: () => void
}

/** Asks what is wrong with a post, comment, message, join request or profile, and sends it to the moderators. */
export function ReportDialog({ isOpen, onClose, ...thing }: ReportDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Report"
      description={
        thing.author ? `We won’t tell ${thing.author.userName} who reported this.` : undefined
      }
    >
      <ReportForm onClose={onClose} {...thing} />
    </Dialog>
  )
}

const REASONS = Object.entries(REPORT_REASONS).map(([value, texts]) => ({
  value: value as ReportReason,
  ...texts,
}))

const FAILED = 'The report could not be sent. Please try again.'

function ReportForm({ subject, author, onClose }: Omit<ReportDialogProps, 'isOpen'>) {
  const report = useSendReport()
  const session = useMemberSession()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const [alsoBlock, setAlsoBlock] = useState(false)
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const firstReason = useRef<HTMLElement>(null)
  const noteError = getNoteError(note, report.error)

  function submit() {
    if (report.isPending) return
    setIsReasonMissing(reason === null)
    if (reason === null) return firstReason.current?.focus()
    if (getNoteError(note, null)) return
    report.mutate(
      { subject, reason, note, alsoBlock },
      {
        onSuccess: () => {
          toast.success(REPORT_THANKS)
          if (alsoBlock && author) void session?.get(RelationChanges).refetch(author._id)
          onClose()
        },
      },
    )
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid grid-cols-1 gap-5"
    >
      <ReadOnlyFields value={report.isPending}>
        <RadioList
          label="What is wrong?"
          options={REASONS}
          value={reason}
          onChange={(next) => {
            setReason(next)
            setIsReasonMissing(false)
          }}
          error={isReasonMissing ? 'Please choose a reason' : undefined}
          firstRef={firstReason}
        />
        <Textarea
          label="Note"
          hint="Optional. Only moderators read it."
          rows={3}
          max={REPORT_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={noteError}
        />
        {subject.kind === 'message' && (
          <Banner kind="info">The last ten messages are sent with your report.</Banner>
        )}
        {author && (
          <Checkbox
            label={`Also block ${author.userName}`}
            checked={alsoBlock}
            onChange={setAlsoBlock}
          />
        )}
        {report.error && !noteError && (
          <Banner kind="error">{getErrorMessage(report.error, FAILED)}</Banner>
        )}
        <DialogFormFooter
          submitLabel="Send report"
          isSending={report.isPending}
          onCancel={onClose}
        />
      </ReadOnlyFields>
    </form>
  )
}

function getNoteError(note: string, refusal: Error | null): string | undefined {
  const parsed = z.safeParse(ReportDraft.shape.note, note)
  if (!parsed.success) return parsed.error.issues[0]?.message
  return refusal instanceof ApiError ? refusal.fields['note'] : undefined
}
