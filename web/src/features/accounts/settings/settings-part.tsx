import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  children: ReactNode
}

/** One of the parts of the settings. */
export function SettingsPart({ id, title, children }: Props) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
