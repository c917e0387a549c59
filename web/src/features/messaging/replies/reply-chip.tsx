import { Reply, X } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { getBeginning } from '../message-text/get-plain-text.ts'
import type { Quote } from './use-quotes.ts'

interface Props {
  answered: Quote
  onCancel: () => void
}

/** The message that the one in the field will answer. */
export function ReplyChip({ answered: { name, text }, onCancel }: Props) {
  return (
    <div className="mx-3 mb-1.5 flex items-center gap-1.5 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-2.5 text-xs text-muted md:mx-4">
      <Reply className="size-3.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 truncate">
        Reply to <bdi className="text-ink">{name === 'You' ? 'yourself' : name}</bdi>:{' '}
        <bdi>{getBeginning(text)}</bdi>
      </p>
      <IconButton label="Do not reply to this message" icon={X} size="sm" onClick={onCancel} />
    </div>
  )
}
