import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** A part of a case under its heading. */
export function CaseSection({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="text-sm font-medium text-muted">
          {title}
        </h3>
        {aside && <div className="text-sm">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
