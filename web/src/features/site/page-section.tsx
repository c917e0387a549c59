import { useId, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface Props {
  title: string
  lead?: ReactNode
  /** Place of the content: `beside` puts it to the right of the title on wide screens. */
  layout?: 'below' | 'beside'
  children: ReactNode
}

/** One section of the landing and about pages. */
export function PageSection({ title, lead, layout = 'below', children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('page grid gap-8 py-10 sm:py-14 lg:py-16', layout === 'beside' && BESIDE_CLASS)}
    >
      <header className="grid max-w-2xl content-start gap-2.5 self-start">
        <h2 id={id} className="text-2xl font-semibold sm:text-3xl">
          {title}
        </h2>
        {lead && <p className="text-balance text-muted sm:text-lg">{lead}</p>}
      </header>
      {children}
    </section>
  )
}

const BESIDE_CLASS =
  'lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-x-16 lg:*:first:sticky lg:*:first:top-24'
