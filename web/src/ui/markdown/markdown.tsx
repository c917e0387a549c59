import { Component, useEffect, useRef, useState, type ReactNode } from 'react'
import { createLazyModule, useLazy } from '../../lib/lazy-module.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { isRenderable } from './markdown-limits.ts'
import { TextFrame } from './text-frame.tsx'

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

/** Loads all that the server needs to render Markdown. */
export async function loadMarkdown(): Promise<void> {
  await lazyMarkdownRenderer.loadAndWait()
  const { loadHighlighter } = await import('./markdown-renderer.tsx')
  await loadHighlighter()
}

/**
 * Markdown of a page that the server renders. The browser keeps it as it came, and loads no renderer for it; a text that comes
 * later is rendered as usual.
 */
export function ServerMarkdown(props: MarkdownProps) {
  const isHydrated = useHydrated()
  const render = lazyMarkdownRenderer.getSnapshot()
  const [keptText, setKeptText] = useState(isHydrated || render ? undefined : props.text)
  const frame = useRef<HTMLDivElement>(null)

  // After an error of hydration React renders the page again, and the text is not there.
  useEffect(() => {
    if (keptText && !frame.current?.hasChildNodes()) setKeptText(undefined)
  }, [keptText])

  // Another text takes the place of these elements: they are gone if the first text comes back.
  if (keptText !== undefined && keptText !== props.text) setKeptText(undefined)

  if (keptText === props.text) {
    return (
      <TextFrame isKept ref={frame} className={props.className}>
        {null}
      </TextFrame>
    )
  }
  return isHydrated ? <Markdown {...props} /> : <MarkdownText {...props} render={render} />
}

interface MarkdownTextProps extends MarkdownProps {
  /** Undefined until it has loaded. */
  render: ((text: string, options: MarkdownOptions) => ReactNode) | undefined
}

function MarkdownText({
  text,
  headingLevel = 3,
  hasPictures = false,
  mentions = NO_MENTIONS,
  isMessage = false,
  className,
  render,
}: MarkdownTextProps) {
  const plain = <PlainText text={text} />
  return (
    <TextFrame className={className}>
      {render && isRenderable(text) ? (
        <MarkdownErrorBoundary text={text} fallback={plain}>
          {render(text, { headingLevel, hasPictures, mentions, isMessage })}
        </MarkdownErrorBoundary>
      ) : (
        plain
      )}
    </TextFrame>
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
