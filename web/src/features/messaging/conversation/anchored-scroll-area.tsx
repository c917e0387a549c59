import { Component, createRef, type ReactNode } from 'react'

/** So near to the end counts as there. */
const END_THRESHOLD_PX = 48

interface AnchorPosition {
  element: Element
  top: number
}

interface Props {
  label: string
  children: ReactNode
  /** Whether the end is on the screen; said when that changes. */
  onAtEndChange: (isAtEnd: boolean) => void
}

/**
 * Scrolls as a conversation does: starts at its end and stays there while one is there. Whoever has scrolled up stays
 * with what they read, whatever arrives above or below. The browser's own anchoring would do some of it a second time.
 */
export class AnchoredScrollArea extends Component<Props> {
  private readonly frame = createRef<HTMLElement>()
  private readonly content = createRef<HTMLDivElement>()
  private isAtEnd = true
  private resizeObserver: ResizeObserver | undefined

  override componentDidMount(): void {
    this.jumpToEnd()
    // The composer grows, the keyboard comes and goes, the font arrives.
    this.resizeObserver = new ResizeObserver(() => this.isAtEnd && this.jumpToEnd())
    if (this.frame.current) this.resizeObserver.observe(this.frame.current)
    if (this.content.current) this.resizeObserver.observe(this.content.current)
  }

  override getSnapshotBeforeUpdate(): AnchorPosition | null {
    const frame = this.frame.current
    if (this.isAtEnd || !frame) return null
    const { top: edge } = frame.getBoundingClientRect()
    for (const element of frame.querySelectorAll('li[data-message]')) {
      const { top, bottom } = element.getBoundingClientRect()
      if (bottom > edge) return { element, top }
    }
    return null
  }

  override componentDidUpdate(_props: Props, _state: unknown, place: AnchorPosition | null): void {
    if (this.isAtEnd) this.jumpToEnd()
    else if (place?.element.isConnected) {
      const moved = place.element.getBoundingClientRect().top - place.top
      if (moved !== 0 && this.frame.current) this.frame.current.scrollTop += moved
    }
  }

  override componentWillUnmount(): void {
    this.resizeObserver?.disconnect()
  }

  /** To the newest; smoothly where that is near and motion is wanted. */
  scrollToEnd(): void {
    const frame = this.frame.current
    if (!frame) return
    // Whatever led here goes away at the end, and takes no focus with it.
    frame.focus({ preventScroll: true })
    const distance = frame.scrollHeight - frame.clientHeight - frame.scrollTop
    const isFar = distance > 2 * frame.clientHeight
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isFar || isStill) this.pinToEnd()
    else frame.scrollTo({ top: frame.scrollHeight, behavior: 'smooth' })
  }

  /** What comes next is to be seen, wherever one is now. */
  pinToEnd(): void {
    this.jumpToEnd()
    this.setAtEnd(true)
  }

  /** Puts a message into the middle. */
  scrollToMessage(id: string): void {
    const frame = this.frame.current
    const element = frame?.querySelector(`li[data-message="${CSS.escape(id)}"]`)
    if (!frame || !element) return
    const [{ top, height }, outer] = [
      element.getBoundingClientRect(),
      frame.getBoundingClientRect(),
    ]
    frame.scrollTop += top - outer.top - Math.max((outer.height - height) / 2, 16)
    // The browser tells of it only with the next frame, and something may arrive before.
    this.handleScroll()
  }

  private jumpToEnd(): void {
    const frame = this.frame.current
    if (frame) frame.scrollTop = frame.scrollHeight
  }

  private readonly handleScroll = () => {
    const frame = this.frame.current
    if (frame)
      this.setAtEnd(frame.scrollHeight - frame.clientHeight - frame.scrollTop < END_THRESHOLD_PX)
  }

  private setAtEnd(isAtEnd: boolean): void {
    if (isAtEnd === this.isAtEnd) return
    this.isAtEnd = isAtEnd
    this.props.onAtEndChange(isAtEnd)
  }

  override render() {
    return (
      <section
        ref={this.frame}
        aria-label={this.props.label}
        // It scrolls, so keys must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={this.handleScroll}
        className="relative flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={this.content} className="mt-auto px-4 pt-4 pb-2">
          {this.props.children}
        </div>
      </section>
    )
  }
}
