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
  ['scrolls the page with the comment being read', { first: -80, second: 40 }, { second: 100 }, 60],
  ['does not scroll if nothing has moved', { first: -80, second: 40 }, { second: 40 }, undefined],
  [
    'does not scroll if no comment is on the screen',
    { first: 5000, second: 6000 },
    { first: 6000, second: 7000 },
    undefined,
  ],
])('without scroll anchoring in the browser: %s', (_, before, after, distance) => {
  vi.stubGlobal('CSS', { supports: () => false })
  rerenderMoved(before, after)
  expect(scrollBy.mock.calls).toEqual(
    distance === undefined ? [] : [[{ top: distance, behavior: 'instant' }]],
  )
})

test('a browser with scroll anchoring is not scrolled', () => {
  vi.stubGlobal('CSS', { supports: () => true })
  rerenderMoved({ first: 40 }, { first: 100 })
  expect(scrollBy).not.toHaveBeenCalled()
})

function rerenderMoved(before: Record<string, number>, after: Record<string, number>) {
  const createPage = (positions: Record<string, number>) => (
    <ScrollAnchor>
      <ul>
        <li id="first" />
        <li id="second" />
      </ul>
      <MockLayout positions={positions} />
    </ScrollAnchor>
  )
  const { rerender } = render(createPage(before))
  rerender(createPage(after))
}

/** Sets the mocked positions when the new layout is committed. */
function MockLayout({ positions }: { positions: Record<string, number> }) {
  useLayoutEffect(() => {
    tops = positions
  })
  return null
}
