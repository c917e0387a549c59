import { Eye, PenLine } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

export type PostFormTab = 'write' | 'preview'

interface Props {
  title: string
  lead: string
  /** The tab that is shown on narrow screens. */
  activeTab: PostFormTab
  onTabChange: (tab: PostFormTab) => void
  fields: ReactNode
  preview: ReactNode
  footer: ReactNode
  onSubmit: () => void
}

/**
 * The layout of a post form and its preview: side by side, or as tabs on narrow screens.
 * Both are one tree, so that turning a tablet ends no upload.
 */
export function PostFormLayout(props: Props) {
  const { title, lead, activeTab, onTabChange, fields, preview, footer, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  useSubmitShortcut(form, onSubmit)
  useEffect(preloadMarkdown, [])
  const isWide = useMediaQuery('(min-width: 1024px)')

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className="page flex flex-1 flex-col gap-6 py-8 sm:py-10"
    >
      <header className="grid gap-1.5">
        <h1 className="text-2xl font-semibold sm:text-3xl">{title}</h1>
        <p className="text-muted">{lead}</p>
      </header>
      <div className={isWide ? WIDE_CLASS : 'grid grid-cols-1'}>
        <Tabs
          label="Write or preview"
          value={activeTab}
          onChange={onTabChange}
          isUnfolded={isWide}
          className={isWide ? 'contents' : ''}
          tabs={[
            {
              value: 'write',
              label: 'Write',
              icon: PenLine,
              panel: <div className="grid gap-5">{fields}</div>,
              keepMounted: true,
            },
            {
              value: 'preview',
              label: 'Preview',
              icon: Eye,
              panel: isWide ? (
                <PreviewColumn>{preview}</PreviewColumn>
              ) : (
                <div className="min-h-64 rounded-card border border-line bg-surface p-4 sm:p-6">
                  {preview}
                </div>
              ),
              unfoldedClassName: 'col-start-2 row-span-2 row-start-1',
            },
          ]}
          footer={footer}
          unfoldedFooterClassName="col-start-1"
        />
      </div>
    </form>
  )
}

/** The preview has a column of its own beside the fields and the footer. */
const WIDE_CLASS = 'grid grid-cols-2 grid-rows-[auto_1fr] gap-x-10 gap-y-5'

function PreviewColumn({ children }: { children: ReactNode }) {
  return (
    <div className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium">
        Preview
      </p>
      <div
        role="group"
        aria-label="Preview"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="min-h-0 overflow-y-auto rounded-card border border-line bg-surface p-6"
      >
        {children}
      </div>
    </div>
  )
}
