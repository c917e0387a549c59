import { ArrowDown } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'

interface Props {
  /** How many messages below are new. */
  newCount: number
  onJump: () => void
}

/** Floats over a conversation while its end is out of view. */
export function JumpToNewestButton({ newCount, onJump }: Props) {
  return (
    <Button
      variant={newCount > 0 ? 'primary' : 'secondary'}
      size="sm"
      icon={ArrowDown}
      onClick={onJump}
      aria-label={newCount > 0 ? `${newCount} new, jump to newest` : 'Jump to newest'}
      className={cx(
        'absolute! bottom-2 left-1/2 h-9! min-w-9 -translate-x-1/2 rounded-full! px-2.5! shadow-soft',
        'animate-[arrive_150ms_both]',
        // Opaque, so that the messages below do not show through.
        newCount === 0 && 'not-hover:bg-raised!',
      )}
    >
      {newCount > 0 && `${newCount} new`}
    </Button>
  )
}
