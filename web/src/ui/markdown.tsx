import { Component, type ReactNode } from 'react'
import { createLazyModule, useLazy } from '../lib/lazy-module.ts'
import { cx } from './cx.ts'
import { isRenderable } from './markdown-limits.ts'

interface Props {
  text: string
  /** What a `#` becomes: the page has its own h1 and h2 above. */
  headingLevel?: 2 | 3 | 4 | 5 | 6
  className?: string
}

const lazyMarkdownRenderer = createLazyModule(
  async () => (await import('./markdown-renderer.tsx')).renderMarkdown,
)

/** For a page that will show Markdown as soon as it has its data. */
export const preloadMarkdown: () => void = lazyMarkdownRenderer.load

/** What a member wrote, to be read: Markdown without HTML, pictures or anything that runs. */
export function Markdown({ text, headingLevel = 3, className }: Props) {
  const render = useLazy(lazyMarkdownRenderer)
  const plain = <PlainText text={text} />
  return (
    <div className={cx('markdown', className)}>
      {render && isRenderable(text) ? (
        <MarkdownErrorBoundary text={text} fallback={plain}>
          {render(text, headingLevel)}
        </MarkdownErrorBoundary>
      ) : (
        plain
      )}
    </div>
  )
}

/** The words as they were typed: until the renderer has come, and where it gives up. */
function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {text}
    </p>
  )
}

interface MarkdownErrorBoundaryProps {
  text: string
  fallback: ReactNode
  children: ReactNode
}

interface MarkdownErrorBoundaryState {
  text: string
  failed: boolean
}

/** One text that cannot be rendered takes neither the page nor the next text with it. */
class MarkdownErrorBoundary extends Component<
  MarkdownErrorBoundaryProps,
  MarkdownErrorBoundaryState
> {
  override state: MarkdownErrorBoundaryState = { text: this.props.text, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { text }: MarkdownErrorBoundaryProps,
    tried: MarkdownErrorBoundaryState,
  ) {
    return text === tried.text ? null : { text, failed: false }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
