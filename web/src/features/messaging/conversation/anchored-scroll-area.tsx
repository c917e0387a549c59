import { Component, createRef, type ReactNode } from 'react'

/** Within this distance the area counts as scrolled to its end. */
const END_THRESHOLD_PX = 48

interface AnchorPosition {
  element: Element
  top: number
}

interface Props {
  label: string
  children: ReactNode
  /** Called when the end comes into view or leaves it. */
  onAtEndChange: (isAtEnd: boolean) => void
}

/**
 * A scroll area for a conversation: it starts at its end and follows it. Once scrolled up, it keeps the messages in view
 * in place while others are added above or below. The browser's scroll anchoring is off: both would correct the position.
 */
export class AnchoredScrollArea extends Component<Props> {
  private readonly frame = createRef<HTMLElement>()
  private readonly content = createRef<HTMLDivElement>()
  private isAtEnd = true
  /** Where the end was when the area was last there. */
  private endTop = 0
  /** The first message in view, and where it is. */
  private anchor: AnchorPosition | null = null
  private resizeObserver: ResizeObserver | undefined

  override componentDidMount(): void {
    this.jumpToEnd()
    // The height changes with the composer, the on-screen keyboard, the loaded font, and Markdown that is rendered later.
    this.resizeObserver = new ResizeObserver(() => this.keepPosition(this.anchor))
    if (this.frame.current) this.resizeObserver.observe(this.frame.current)
    if (this.content.current) this.resizeObserver.observe(this.content.current)
  }

  override getSnapshotBeforeUpdate(): AnchorPosition | null {
    return this.findAnchor()
  }

  private findAnchor(): AnchorPosition | null {
    const frame = this.frame.current
    if (this.isAtEnd || !frame) return null
    const { top: frameTop } = frame.getBoundingClientRect()
    for (const element of frame.querySelectorAll('li[data-message]')) {
      const { top, bottom } = element.getBoundingClientRect()
      if (bottom > frameTop) return { element, top }
    }
    return null
  }

  override componentDidUpdate(_props: Props, _state: unknown, anchor: AnchorPosition | null): void {
    this.keepPosition(anchor)
  }

  override componentWillUnmount(): void {
    this.resizeObserver?.disconnect()
  }

  /** Scrolls to the newest message, smoothly if it is near and the member has not asked for reduced motion. */
  scrollToEnd(): void {
    const frame = this.frame.current
    if (!frame) return
    // The button that was pressed disappears at the end, so the focus moves to the area first.
    frame.focus({ preventScroll: true })
    const distance = frame.scrollHeight - frame.clientHeight - frame.scrollTop
    const isFar = distance > 2 * frame.clientHeight
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isFar || isMotionReduced) this.pinToEnd()
    else frame.scrollTo({ top: frame.scrollHeight, behavior: 'smooth' })
  }

  /** Jumps to the end and follows it from now on. */
  pinToEnd(): void {
    this.jumpToEnd()
    this.setAtEnd(true)
  }

  /** Scrolls a message to the middle of the area. */
  scrollToMessage(id: string): void {
    const frame = this.frame.current
    const element = frame?.querySelector(`li[data-message="${CSS.escape(id)}"]`)
    if (!frame || !element) return
    const [{ top, height }, frameRect] = [
      element.getBoundingClientRect(),
      frame.getBoundingClientRect(),
    ]
    frame.scrollTop += top - frameRect.top - Math.max((frameRect.height - height) / 2, 16)
    // The scroll event fires only with the next frame, and a message may arrive before it.
    this.handleScroll()
  }

  /** Stays at the end; elsewhere, moves the first message in view back to where it was. */
  private keepPosition(anchor: AnchorPosition | null): void {
    if (this.isAtEnd) this.jumpToEnd()
    else if (anchor?.element.isConnected) {
      const offset = anchor.element.getBoundingClientRect().top - anchor.top
      if (offset !== 0 && this.frame.current) this.frame.current.scrollTop += offset
    }
    this.anchor = this.findAnchor()
  }

  private jumpToEnd(): void {
    const frame = this.frame.current
    if (!frame) return
    frame.scrollTop = frame.scrollHeight
    this.endTop = frame.scrollTop
  }

  private readonly handleScroll = () => {
    const frame = this.frame.current
    if (!frame) return
    const isAtEnd = frame.scrollHeight - frame.clientHeight - frame.scrollTop < END_THRESHOLD_PX
    // The event of our own jump comes a frame later: what has grown meanwhile is no scrolling of the member.
    if (!isAtEnd && this.isAtEnd && frame.scrollTop >= this.endTop) this.jumpToEnd()
    else this.setAtEnd(isAtEnd)
    if (isAtEnd) this.endTop = frame.scrollTop
    this.anchor = this.findAnchor()
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
        // A scroll area must be reachable by keyboard.
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
