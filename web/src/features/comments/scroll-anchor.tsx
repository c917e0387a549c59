import { Component, createRef, type ReactNode } from 'react'

interface AnchorPosition {
  element: Element
  top: number
}

interface Props {
  children: ReactNode
}

/**
 * What one reads stays where it is when something arrives above it. Most browsers see to that themselves; for those that
 * do not, the page is scrolled by as much as the first comment on the screen has moved.
 */
export class ScrollAnchor extends Component<Props> {
  private readonly frame = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): AnchorPosition | null {
    if (CSS.supports('overflow-anchor', 'auto')) return null
    for (const element of this.frame.current?.querySelectorAll('li[id]') ?? []) {
      const { top, height } = element.getBoundingClientRect()
      if (top >= 0 && height > 0) return top < window.innerHeight ? { element, top } : null
    }
    return null
  }

  override componentDidUpdate(_props: Props, _state: unknown, place: AnchorPosition | null): void {
    if (!place?.element.isConnected) return
    const moved = place.element.getBoundingClientRect().top - place.top
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  }

  override render() {
    return <div ref={this.frame}>{this.props.children}</div>
  }
}
