import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../../../ui/cx.ts'
import { PageHeader } from '../page-header.tsx'
import { LastUpdated } from './last-updated.tsx'

export interface LegalSection {
  /** Hash of its URL. */
  id: string
  title: string
  body: ReactNode
}

interface Props {
  title: string
  lead: ReactNode
  /** Date on which the text was last changed. */
  version: string
  sections: readonly LegalSection[]
}

/** A long text in numbered sections, with a table of contents that stays beside it on wide screens. */
export function LegalPage({ title, lead, version, sections }: Props) {
  return (
    <div className="page grid content-start gap-x-16 gap-y-8 py-10 sm:py-16 lg:grid-cols-[minmax(0,36rem)_16rem] lg:justify-between">
      <PageHeader title={title} lead={lead} className="lg:col-span-2">
        <LastUpdated version={version} />
      </PageHeader>
      <details className="group rounded-card border border-line bg-surface lg:hidden">
        <summary className={CONTENTS_SUMMARY_CLASS}>
          On this page
          <ChevronDown
            className="size-4 text-faint transition-transform group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <TableOfContents sections={sections} className="px-4 pb-3" />
      </details>
      <TableOfContents
        sections={sections}
        className="top-20 col-start-2 row-start-2 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto border-l border-line pl-5 max-lg:hidden lg:sticky"
      />
      <div className="grid gap-10 lg:col-start-1 lg:row-start-2">
        {sections.map((section, index) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`} className="mb-3 text-xl font-semibold">
              <span className="mr-1 text-faint tabular-nums">{index + 1}.</span> {section.title}
            </h2>
            <div className={PROSE_CLASS}>{section.body}</div>
          </section>
        ))}
      </div>
    </div>
  )
}

/** Rendered twice by the page: collapsed above the text on small screens, beside it on wide ones. */
function TableOfContents({ sections, className }: Pick<Props, 'sections'> & { className: string }) {
  return (
    <nav aria-label="On this page" className={className}>
      <p aria-hidden="true" className="mb-2 text-sm font-semibold max-lg:hidden">
        On this page
      </p>
      <ol className="grid gap-x-6 text-sm sm:grid-cols-2 lg:grid-cols-1">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <Link to={`#${id}`} className={ENTRY_CLASS}>
              <span className="w-6 shrink-0 text-faint tabular-nums">{index + 1}. </span>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const CONTENTS_SUMMARY_CLASS = cx(
  'flex min-h-12 list-none items-center justify-between gap-4 rounded-card px-4 text-sm font-semibold',
  'transition-colors hover:bg-hover active:bg-pressed [&::-webkit-details-marker]:hidden',
)

const ENTRY_CLASS = cx(
  'flex min-h-11 items-center rounded-sm py-1 text-muted transition-colors lg:min-h-8',
  'hover:text-ink hover:underline active:text-link',
)

const PROSE_CLASS = cx(
  'space-y-4 text-base/7 text-pretty',
  '[&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5 [&_ul]:marker:text-faint',
  '[&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_code]:wrap-anywhere',
)
