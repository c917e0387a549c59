import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { AnchoredScrollArea } from './anchored-scroll-area.tsx'

const ROW_PX = 50
const FRAME_PX = 200

test('a conversation starts at its end and follows it', () => {
  const { show } = renderScrollArea(10)
  expect(getScrollPosition(getFrame())).toBe('end')
  show(range(1, 12))
  expect(getScrollPosition(getFrame())).toBe('end')
})

test('the messages in view stay in place when older ones are added', () => {
  const { show, scrollTo } = renderScrollArea(20)
  scrollTo(120)
  expect(getTopmostRow()).toBe('3')
  show(range(-49, 20))
  expect(getTopmostRow()).toBe('3')
  expect(getFrame().scrollTop).toBe(120 + 50 * ROW_PX)
})

test('the messages in view stay in place when newer ones are added', () => {
  const { show, scrollTo, atEndChanges } = renderScrollArea(20)
  scrollTo(120)
  show(range(1, 25))
  expect(getFrame().scrollTop).toBe(120)
  expect(atEndChanges).toEqual([false])
})

test('pinning to the end shows the next message from any position', () => {
  const { show, scrollTo, scroll, atEndChanges } = renderScrollArea(20)
  scrollTo(120)
  scroll.current?.pinToEnd()
  show(range(1, 21))
  expect(getScrollPosition(getFrame())).toBe('end')
  expect(atEndChanges).toEqual([false, true])
})

test('scrolling to a message centers it', () => {
  const { scroll } = renderScrollArea(40)
  scroll.current?.scrollToMessage('10')
  // The ninth row of fifty pixels ends at 450; a frame of 200 around its successor starts 75 above.
  expect(getFrame().scrollTop).toBe(450 - 75)
})

/** Replaces layout, which the test DOM lacks: rows are stacked and have one height. */
function renderScrollArea(count: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName === 'SECTION') return new DOMRect(0, 0, 100, FRAME_PX)
    return new DOMRect(0, getRowIndex(this) * ROW_PX - getFrame().scrollTop, 100, ROW_PX)
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(FRAME_PX)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(
    () => screen.getAllByRole('listitem').length * ROW_PX,
  )
  const scroll = createRef<AnchoredScrollArea>()
  const atEndChanges: boolean[] = []
  const page = (rows: number[]) => (
    <AnchoredScrollArea
      ref={scroll}
      label="Conversation"
      onAtEndChange={(isAtEnd) => atEndChanges.push(isAtEnd)}
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
    atEndChanges,
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

function getRowIndex(element: Element) {
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
