import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { cx } from '../cx.ts'

interface Props {
  /** How many of the filters are set. */
  count: number
  children: ReactNode
}

/** Filters that stand behind one button on a phone, which says how many are set. */
export function FilterFold({ count, children }: Props) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={cx(
          'px-2.5! aria-expanded:bg-pressed sm:hidden',
          count > 0 && 'border-primary! bg-primary-soft! text-link!',
        )}
      >
        Filters
        {count > 0 && (
          <>
            {' · '}
            {count}
          </>
        )}
      </Button>
      <div
        id={id}
        className={cx(
          'max-sm:col-span-full max-sm:grid-cols-2 max-sm:gap-2.5 sm:contents',
          isOpen ? 'max-sm:grid' : 'max-sm:hidden',
        )}
      >
        {children}
      </div>
    </>
  )
}
