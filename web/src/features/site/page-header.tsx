import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface Props {
  title: string
  lead: ReactNode
  children?: ReactNode
  className?: string
}

/** Title of a page and one sentence about its content. */
export function PageHeader({ title, lead, children, className }: Props) {
  return (
    <header className={cx('grid max-w-2xl gap-3', className)}>
      <h1 className="text-3xl font-semibold sm:text-4xl">{title}</h1>
      <p className="text-lg text-pretty text-muted">{lead}</p>
      {children}
    </header>
  )
}
