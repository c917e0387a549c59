import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { KeptScroll } from './kept-scroll.tsx'

const ROW_PX = 50
const FRAME_PX = 200

test('a conversation starts at its end and stays there while one is there', () => {
  const { show } = open(10)
  expect(place(frame())).toBe('end')
  show(range(1, 12))
  expect(place(frame())).toBe('end')
})

test('whoever has scrolled up stays with what they read when older messages come', () => {
  const { show, scrollTo } = open(20)
  scrollTo(120)
  expect(topmost()).toBe('3')
  show(range(-49, 20))
  expect(topmost()).toBe('3')
  expect(frame().scrollTop).toBe(120 + 50 * ROW_PX)
})

test('and when newer ones come', () => {
  const { show, scrollTo, seen } = open(20)
  scrollTo(120)
  show(range(1, 25))
  expect(frame().scrollTop).toBe(120)
  expect(seen).toEqual([false])
})

test('what one sends oneself is seen, wherever one was', () => {
  const { show, scrollTo, scroll, seen } = open(20)
  scrollTo(120)
  scroll.current?.stayAtEnd()
  show(range(1, 21))
  expect(place(frame())).toBe('end')
  expect(seen).toEqual([false, true])
})

test('a message that is wanted comes into the middle', () => {
  const { scroll } = open(40)
  scroll.current?.toMessage('10')
  // The ninth row of fifty pixels ends at 450; a frame of 200 around its successor starts 75 above.
  expect(frame().scrollTop).toBe(450 - 75)
})

/** The test's DOM does not lay out: rows are one below the other, all of one height. */
function open(count: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName === 'SECTION') return new DOMRect(0, 0, 100, FRAME_PX)
    return new DOMRect(0, indexOf(this) * ROW_PX - frame().scrollTop, 100, ROW_PX)
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(FRAME_PX)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(
    () => screen.getAllByRole('listitem').length * ROW_PX,
  )
  const scroll = createRef<KeptScroll>()
  const seen: boolean[] = []
  const page = (rows: number[]) => (
    <KeptScroll ref={scroll} label="Conversation" onEnd={(isAtEnd) => seen.push(isAtEnd)}>
      <ol>
        {rows.map((row) => (
          <li key={row} data-message={row}>
            {row}
          </li>
        ))}
      </ol>
    </KeptScroll>
  )
  const { rerender } = render(page(range(1, count)))
  return {
    scroll,
    seen,
    show: (rows: number[]) => rerender(page(rows)),
    scrollTo: (top: number) => {
      frame().scrollTop = top
      fireEvent.scroll(frame())
    },
  }
}

function frame() {
  return screen.getByRole('region', { name: 'Conversation' })
}

function indexOf(element: Element) {
  return screen.getAllByRole('listitem').findIndex((each) => each === element)
}

function topmost() {
  const { scrollTop } = frame()
  return screen.getAllByRole('listitem')[Math.floor(scrollTop / ROW_PX)]?.textContent
}

function place(element: HTMLElement) {
  return element.scrollTop >= element.scrollHeight - FRAME_PX ? 'end' : 'elsewhere'
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
