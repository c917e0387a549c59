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

test('an area at its end stays there when its content grows before the event of its own jump', () => {
  const { setFirstRowHeight, atEndChanges } = renderScrollArea(10)
  const end = getFrame().scrollHeight - FRAME_PX
  getFrame().scrollTop = end
  fireEvent.scroll(getFrame())
  setFirstRowHeight(4 * ROW_PX, { isNoticed: false })
  fireEvent.scroll(getFrame())
  expect(atEndChanges).toEqual([])
  expect(getScrollPosition(getFrame())).toBe('end')
  getFrame().scrollTop = end - 2 * ROW_PX
  fireEvent.scroll(getFrame())
  expect(atEndChanges).toEqual([false])
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

test('the messages in view stay in place when one above them becomes higher by itself', () => {
  const { scrollTo, setFirstRowHeight } = renderScrollArea(20)
  scrollTo(120)
  setFirstRowHeight(3 * ROW_PX)
  expect(getFrame().scrollTop).toBe(120 + 2 * ROW_PX)
  setFirstRowHeight(ROW_PX)
  expect(getFrame().scrollTop).toBe(120)
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
  let firstRowPx = ROW_PX
  let onResize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        onResize = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName === 'SECTION') return new DOMRect(0, 0, 100, FRAME_PX)
    const index = getRowIndex(this)
    const top = index * ROW_PX + (index > 0 ? firstRowPx - ROW_PX : 0)
    return new DOMRect(0, top - getFrame().scrollTop, 100, index > 0 ? ROW_PX : firstRowPx)
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(FRAME_PX)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(
    () => screen.getAllByRole('listitem').length * ROW_PX + firstRowPx - ROW_PX,
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
    setFirstRowHeight: (height: number, { isNoticed = true } = {}) => {
      firstRowPx = height
      if (isNoticed) onResize()
    },
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
