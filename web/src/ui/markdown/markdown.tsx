import { Component, type ReactNode } from 'react'
import { createLazyModule, useLazy } from '../../lib/lazy-module.ts'
import { cx } from '../cx.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { isRenderable } from './markdown-limits.ts'

export interface MarkdownProps extends Partial<MarkdownOptions> {
  text: string
  className?: string
}

const lazyMarkdownRenderer = createLazyModule(
  async () => (await import('./markdown-renderer.tsx')).renderMarkdown,
)

/** Loads the renderer early, for a page that shows Markdown once its data has loaded. */
export const preloadMarkdown: () => void = lazyMarkdownRenderer.load

/** Renders the Markdown of a member, without HTML, scripts and pictures from elsewhere. */
export function Markdown(props: MarkdownProps) {
  return <MarkdownText {...props} render={useLazy(lazyMarkdownRenderer)} />
}

interface MarkdownTextProps extends MarkdownProps {
  /** Undefined until it has loaded. */
  render: ((text: string, options: MarkdownOptions) => ReactNode) | undefined
}

/** The same with a renderer that the caller has. */
export function MarkdownText({
  text,
  headingLevel = 3,
  hasPictures = false,
  mentions = NO_MENTIONS,
  className,
  render,
}: MarkdownTextProps) {
  const plain = <PlainText text={text} />
  return (
    <div className={cx('markdown', className)}>
      {render && isRenderable(text) ? (
        <MarkdownErrorBoundary text={text} fallback={plain}>
          {render(text, { headingLevel, hasPictures, mentions })}
        </MarkdownErrorBoundary>
      ) : (
        plain
      )}
    </div>
  )
}

const NO_MENTIONS: readonly string[] = []

/** The text as typed: until the renderer has loaded, and where it fails. */
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

/** Falls back to plain text if rendering throws, and tries again with the next text. */
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
    state: MarkdownErrorBoundaryState,
  ) {
    return text === state.text ? null : { text, failed: false }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
