import { useId, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface Props {
  title: string
  /** Shown beside the heading, for example a link to more. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

export function ProfileSection({ title, aside, children, className }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'grid content-start gap-3 rounded-card border border-line bg-surface p-5',
        className,
      )}
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Button in an empty section of the viewer's own profile; opens the editor. */
export function EmptySectionPrompt({ children, onEdit }: { children: string; onEdit: () => void }) {
  return (
    <button
      type="button"
      onClick={onEdit}
      className="-my-1 inline-flex min-h-8 items-center justify-self-start rounded-sm text-left text-sm text-muted underline decoration-line underline-offset-4 transition-colors hover:text-link hover:decoration-link"
    >
      {children}
    </button>
  )
}
