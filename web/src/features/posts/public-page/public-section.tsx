import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  children: ReactNode
}

/** A part of a project that visitors read, with its heading. */
export function PublicSection({ title, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mt-10 grid min-w-0 content-start gap-4 border-t border-line pt-8"
    >
      <h2 id={id} className="flex min-h-8 items-center text-xl font-semibold wrap-anywhere">
        {title}
      </h2>
      {children}
    </section>
  )
}
