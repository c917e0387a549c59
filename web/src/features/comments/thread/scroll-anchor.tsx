import { Component, createRef, type ReactNode } from 'react'

interface AnchorPosition {
  element: Element
  top: number
}

interface Props {
  children: ReactNode
}

/**
 * Keeps the visible comments in place when something is inserted above them. Most browsers do so themselves
 * (`overflow-anchor`); in the others the page scrolls by the distance that the first visible comment has moved.
 */
export class ScrollAnchor extends Component<Props> {
  private readonly container = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): AnchorPosition | null {
    if (CSS.supports('overflow-anchor', 'auto')) return null
    for (const element of this.container.current?.querySelectorAll('li[id]') ?? []) {
      const { top, height } = element.getBoundingClientRect()
      if (top >= 0 && height > 0) return top < window.innerHeight ? { element, top } : null
    }
    return null
  }

  override componentDidUpdate(_props: Props, _state: unknown, anchor: AnchorPosition | null): void {
    if (!anchor?.element.isConnected) return
    const distance = anchor.element.getBoundingClientRect().top - anchor.top
    if (distance !== 0) window.scrollBy({ top: distance, behavior: 'instant' })
  }

  override render() {
    return <div ref={this.container}>{this.props.children}</div>
  }
}
