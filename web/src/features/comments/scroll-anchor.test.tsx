import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ScrollAnchor } from './scroll-anchor.tsx'

const scrollBy = vi.fn()
let tops: Record<string, number> = {}

beforeEach(() => {
  scrollBy.mockReset()
  vi.spyOn(window, 'scrollBy').mockImplementation(scrollBy)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops[this.id] ?? 0, 100, 50)
  })
})

test.each([
  ['moves the page along with what is read', { first: -80, second: 40 }, { second: 100 }, 60],
  [
    'leaves the page alone if nothing has moved',
    { first: -80, second: 40 },
    { second: 40 },
    undefined,
  ],
  [
    'leaves the page alone if no comment is on the screen',
    { first: 5000, second: 6000 },
    { first: 6000, second: 7000 },
    undefined,
  ],
])('a browser that does not hold the place itself: %s', (_, before, after, moved) => {
  vi.stubGlobal('CSS', { supports: () => false })
  rerenderMoved(before, after)
  expect(scrollBy.mock.calls).toEqual(
    moved === undefined ? [] : [[{ top: moved, behavior: 'instant' }]],
  )
})

test('a browser that holds the place itself is left to it', () => {
  vi.stubGlobal('CSS', { supports: () => true })
  rerenderMoved({ first: 40 }, { first: 100 })
  expect(scrollBy).not.toHaveBeenCalled()
})

function rerenderMoved(before: Record<string, number>, after: Record<string, number>) {
  const shown = (places: Record<string, number>) => (
    <ScrollAnchor>
      <ul>
        <li id="first" />
        <li id="second" />
      </ul>
      <MockLayout places={places} />
    </ScrollAnchor>
  )
  const { rerender } = render(shown(before))
  rerender(shown(after))
}

/** Where things are once the change is on the screen. */
function MockLayout({ places }: { places: Record<string, number> }) {
  useLayoutEffect(() => {
    tops = places
  })
  return null
}
