import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a project's public page, with its heading. */
export function PublicSection({ title, action, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mt-10 grid min-w-0 content-start gap-4 border-t border-line pt-8"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl font-semibold wrap-anywhere">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
