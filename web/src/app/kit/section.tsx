import type { ReactNode } from 'react'

interface Props {
  title: string
  children: ReactNode
}

export function KitSection({ title, children }: Props) {
  return (
    <section className="grid min-w-0 gap-4">
      <h2 className="border-b border-line pb-2 text-lg font-semibold">{title}</h2>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}
