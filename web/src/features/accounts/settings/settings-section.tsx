import { useId, type ReactNode } from 'react'

interface Props {
  /** Where a link on the page leads. */
  id?: string
  /** Below the heading of the page, or of a part of it. */
  heading?: 'h2' | 'h3'
  title: string
  lead: ReactNode
  children: ReactNode
}

/** One section of the settings: title and explanation on the left, controls on the right. */
export function SettingsSection({ id, heading: Heading = 'h2', title, lead, children }: Props) {
  const headingId = useId()
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={headingId}
      className="grid scroll-mt-20 gap-5 rounded-card border border-line bg-surface p-5 sm:p-6 md:grid-cols-[1fr_1.5fr] md:gap-10"
    >
      <div className="grid content-start gap-1.5">
        <Heading id={headingId} className="text-lg font-semibold">
          {title}
        </Heading>
        <p className="text-sm text-pretty text-muted">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
