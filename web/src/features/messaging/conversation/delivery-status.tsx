import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'
import type { DisplayedMessage } from '../displayed-messages.ts'

interface Props {
  label: DisplayedMessage['label']
  /** Otherwise the word is only spoken. */
  isLabelVisible: boolean
}

/** How far one's own message has come. */
export function DeliveryStatus({ label, isLabelVisible }: Props) {
  const { icon: Icon, look } = STATUS_STYLES[label ?? 'Sent']
  return (
    <span className={`inline-flex items-center gap-1 ${look}`}>
      <span className={isLabelVisible && label !== null ? undefined : 'sr-only'}>
        {label ?? 'Sent'}
      </span>
      <Icon className="size-3.5" aria-hidden="true" />
    </span>
  )
}

type StatusLabel = NonNullable<DisplayedMessage['label']> | 'Sent'

const STATUS_STYLES: Record<StatusLabel, { icon: IconType; look: string }> = {
  'Sending...': { icon: Clock3, look: 'text-faint' },
  Failed: { icon: CircleAlert, look: 'font-medium text-danger' },
  Sent: { icon: Check, look: 'text-faint' },
  Delivered: { icon: CheckCheck, look: 'text-faint' },
  Read: { icon: CheckCheck, look: 'text-link' },
}
