import type { ReactNode } from 'react'
import { FinScene } from '../ui/brand/fin-scene.tsx'

interface Props {
  title: string
  children: ReactNode
  /** What to do next: one or two buttons. */
  action: ReactNode
}

/** A whole page with one message and what to do next. */
export function Notice({ title, children, action }: Props) {
  return (
    <section className="page grid flex-1 content-center justify-items-center gap-8 py-20 text-center">
      <FinScene className="w-56 text-primary" />
      <div className="grid max-w-xl gap-3">
        <h1 className="text-3xl font-semibold">{title}</h1>
        <div className="text-lg text-balance text-muted">{children}</div>
      </div>
      <div className="flex flex-wrap justify-center gap-3">{action}</div>
    </section>
  )
}
