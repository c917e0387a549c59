import type { Viewer } from '@dolph/contract/accounts'
import { Menu } from 'lucide-react'
import { useRef, useState } from 'react'
import { useUnread } from '../features/messaging/unread.ts'
import { late } from '../lib/late.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LatePart } from '../ui/late-part.tsx'

const sheet = late(async () => (await import('./mobile-sheet.tsx')).MobileSheet)

/** The header's links on a small screen. What it opens comes when somebody reaches for it. */
export function MobileMenu({ viewer }: { viewer: Viewer | null }) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  return (
    <span className="relative grid md:hidden">
      <IconButton
        ref={button}
        label="Menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={sheet.load}
        onFocus={sheet.load}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      />
      {useUnread() > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 right-1 size-2.5 rounded-full bg-primary ring-2 ring-canvas"
        />
      )}
      <LatePart
        part={sheet}
        isWanted={isWanted}
        props={{ viewer, isOpen, onOpenChange: setOpen, openedBy: button }}
      />
    </span>
  )
}
