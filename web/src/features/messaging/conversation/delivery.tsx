import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'
import type { ShownMessage } from '../shown.ts'

interface Props {
  label: ShownMessage['label']
  /** Otherwise the word is only spoken. */
  isWordShown: boolean
}

/** How far one's own message has come. */
export function Delivery({ label, isWordShown }: Props) {
  const { icon: Icon, look } = LOOKS[label ?? 'Sent']
  return (
    <span className={`inline-flex items-center gap-1 ${look}`}>
      <span className={isWordShown && label !== null ? undefined : 'sr-only'}>
        {label ?? 'Sent'}
      </span>
      <Icon className="size-3.5" aria-hidden="true" />
    </span>
  )
}

type Label = NonNullable<ShownMessage['label']> | 'Sent'

const LOOKS: Record<Label, { icon: IconType; look: string }> = {
  'Sending...': { icon: Clock3, look: 'text-faint' },
  Failed: { icon: CircleAlert, look: 'font-medium text-danger' },
  Sent: { icon: Check, look: 'text-faint' },
  Delivered: { icon: CheckCheck, look: 'text-faint' },
  Read: { icon: CheckCheck, look: 'text-link' },
}
