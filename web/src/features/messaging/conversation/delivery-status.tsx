import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'
import type { DisplayedMessage } from './displayed-messages.ts'

interface Props {
  label: DisplayedMessage['label']
  /** Who has read it, in place of the label. */
  readers?: string | undefined
  /** Otherwise the label is only for screen readers. */
  isLabelVisible: boolean
}

/** The delivery status of one's own message. */
export function DeliveryStatus({ label, readers, isLabelVisible }: Props) {
  const { icon: Icon, className } = STATUS_STYLES[label ?? 'Sent']
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      <span className={isLabelVisible && label !== null ? undefined : 'sr-only'}>
        {readers ?? label ?? 'Sent'}
      </span>
      <Icon className="size-3.5" aria-hidden="true" />
    </span>
  )
}

type StatusLabel = NonNullable<DisplayedMessage['label']> | 'Sent'

const STATUS_STYLES: Record<StatusLabel, { icon: IconType; className: string }> = {
  'Sending...': { icon: Clock3, className: 'text-faint' },
  'Waiting to send': { icon: Clock3, className: 'text-warning' },
  Failed: { icon: CircleAlert, className: 'font-medium text-danger' },
  Sent: { icon: Check, className: 'text-faint' },
  Delivered: { icon: CheckCheck, className: 'text-faint' },
  Read: { icon: CheckCheck, className: 'text-link' },
}
