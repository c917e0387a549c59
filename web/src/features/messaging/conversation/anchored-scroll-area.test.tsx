import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { AnchoredScrollArea } from './anchored-scroll-area.tsx'

const ROW_PX = 50
const FRAME_PX = 200

test('a conversation starts at its end and stays there while one is there', () => {
  const { show } = renderScrollArea(10)
  expect(getScrollPosition(getFrame())).toBe('end')
  show(range(1, 12))
  expect(getScrollPosition(getFrame())).toBe('end')
})

test('whoever has scrolled up stays with what they read when older messages come', () => {
  const { show, scrollTo } = renderScrollArea(20)
  scrollTo(120)
  expect(getTopmostRow()).toBe('3')
  show(range(-49, 20))
  expect(getTopmostRow()).toBe('3')
  expect(getFrame().scrollTop).toBe(120 + 50 * ROW_PX)
})

test('and when newer ones come', () => {
  const { show, scrollTo, seen } = renderScrollArea(20)
  scrollTo(120)
  show(range(1, 25))
  expect(getFrame().scrollTop).toBe(120)
  expect(seen).toEqual([false])
})

test('what one sends oneself is seen, wherever one was', () => {
  const { show, scrollTo, scroll, seen } = renderScrollArea(20)
  scrollTo(120)
  scroll.current?.pinToEnd()
  show(range(1, 21))
  expect(getScrollPosition(getFrame())).toBe('end')
  expect(seen).toEqual([false, true])
})

test('a message that is wanted comes into the middle', () => {
  const { scroll } = renderScrollArea(40)
  scroll.current?.scrollToMessage('10')
  // The ninth row of fifty pixels ends at 450; a frame of 200 around its successor starts 75 above.
  expect(getFrame().scrollTop).toBe(450 - 75)
})

/** The test's DOM does not lay out: rows are one below the other, all of one height. */
function renderScrollArea(count: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName === 'SECTION') return new DOMRect(0, 0, 100, FRAME_PX)
    return new DOMRect(0, indexOf(this) * ROW_PX - getFrame().scrollTop, 100, ROW_PX)
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(FRAME_PX)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(
    () => screen.getAllByRole('listitem').length * ROW_PX,
  )
  const scroll = createRef<AnchoredScrollArea>()
  const seen: boolean[] = []
  const page = (rows: number[]) => (
    <AnchoredScrollArea
      ref={scroll}
      label="Conversation"
      onAtEndChange={(isAtEnd) => seen.push(isAtEnd)}
    >
      <ol>
        {rows.map((row) => (
          <li key={row} data-message={row}>
            {row}
          </li>
        ))}
      </ol>
    </AnchoredScrollArea>
  )
  const { rerender } = render(page(range(1, count)))
  return {
    scroll,
    seen,
    show: (rows: number[]) => rerender(page(rows)),
    scrollTo: (top: number) => {
      getFrame().scrollTop = top
      fireEvent.scroll(getFrame())
    },
  }
}

function getFrame() {
  return screen.getByRole('region', { name: 'Conversation' })
}

function indexOf(element: Element) {
  return screen.getAllByRole('listitem').findIndex((each) => each === element)
}

function getTopmostRow() {
  const { scrollTop } = getFrame()
  return screen.getAllByRole('listitem')[Math.floor(scrollTop / ROW_PX)]?.textContent
}

function getScrollPosition(element: HTMLElement) {
  return element.scrollTop >= element.scrollHeight - FRAME_PX ? 'end' : 'elsewhere'
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
