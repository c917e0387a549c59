import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import type { MessageAbout } from '@dolph/contract/messaging/messaging'
import { FileText, UserPlus, X } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

/** What a message is about, above it. The post may be gone by now, which its page says. */
export function MessageAboutCard({ about }: { about: MessageAbout }) {
  return (
    <Link
      to={`/posts/${about.post}`}
      className="mb-0.5 flex max-w-[min(85%,36rem)] items-center gap-1.5 rounded-control border border-line px-2.5 py-1.5 text-xs text-muted transition-colors hover:border-muted hover:text-ink"
    >
      <FileText className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="sr-only">About</span>
      <bdi className="min-w-0 truncate">{about.title}</bdi>
    </Link>
  )
}

/** The request that the message in the field will answer, with its text. */
export function TalkAnswerChip({
  request,
  onRemove,
}: {
  request: JoinRequest
  onRemove: () => void
}) {
  const role = request.role.title
  const what = request.fromOwner ? 'the invitation' : 'the request'
  return (
    <div className="mx-3 mb-1.5 flex items-start gap-1.5 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-2.5 text-xs text-muted md:mx-4">
      <UserPlus className="mt-2 size-3.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <p>
          Answers {what}
          {role !== '' && (
            <>
              {' '}
              to join as <bdi className="text-ink">{role}</bdi>
            </>
          )}
          . It stays open until you send.
        </p>
        {request.note !== '' && (
          <p className="mt-1 line-clamp-5 whitespace-pre-wrap text-ink" dir="auto">
            {request.note}
          </p>
        )}
      </div>
      <IconButton label="Answer later" icon={X} size="sm" onClick={onRemove} />
    </div>
  )
}

interface ChipProps {
  about: MessageAbout
  onRemove: () => void
}

/** What the next message will be about, above the field in which it is written. */
export function MessageAboutChip({ about, onRemove }: ChipProps) {
  return (
    <div className="mx-3 mb-1.5 flex items-center gap-1.5 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-2.5 text-xs text-muted md:mx-4">
      <FileText className="size-3.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 truncate">
        About <bdi className="text-ink">{about.title}</bdi>
      </p>
      <IconButton label="Remove what the message is about" icon={X} size="sm" onClick={onRemove} />
    </div>
  )
}
