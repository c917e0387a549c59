import { ArrowDown } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface Props {
  /** How much is new down there. */
  missed: number
  onJump: () => void
}

/** Floats over a conversation while its end is out of sight. */
export function JumpButton({ missed, onJump }: Props) {
  return (
    <Button
      variant={missed > 0 ? 'primary' : 'secondary'}
      size="sm"
      icon={ArrowDown}
      onClick={onJump}
      aria-label={missed > 0 ? `${missed} new, jump to newest` : 'Jump to newest'}
      className="absolute! bottom-2 left-1/2 min-w-8 -translate-x-1/2 animate-[arrive_150ms_both] rounded-full! px-2.5! shadow-soft"
    >
      {missed > 0 && `${missed} new`}
    </Button>
  )
}
