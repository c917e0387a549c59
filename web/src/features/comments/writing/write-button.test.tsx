import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockThreadPages, renderComments } from '../../../testing/render-comments.tsx'
import { createCommentFixture } from '../../../testing/fixtures/comment-fixtures.ts'

type ObserverEntry = Pick<IntersectionObserverEntry, 'isIntersecting' | 'boundingClientRect'>
let emitIntersection: (...entries: ObserverEntry[]) => void = () => undefined

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: ObserverEntry[]) => void) {
        emitIntersection = (...entries) => act(() => onChange(entries))
      }
      observe() {}
      disconnect() {}
    },
  )
})

test('the button is shown while the form is below the screen', async () => {
  await renderOneComment()
  expect(queryWriteButton()).toBeNull()
  emitIntersection({ isIntersecting: false, boundingClientRect: new DOMRect(0, 2000) })
  expect(queryWriteButton()).toBeTruthy()
  emitIntersection({ isIntersecting: true, boundingClientRect: new DOMRect(0, 300) })
  expect(queryWriteButton()).toBeNull()
  emitIntersection({ isIntersecting: false, boundingClientRect: new DOMRect(0, -400) })
  expect(queryWriteButton()).toBeNull()
})

test('after several changes at once the last one counts', async () => {
  await renderOneComment()
  emitIntersection(
    { isIntersecting: true, boundingClientRect: new DOMRect(0, 300) },
    { isIntersecting: false, boundingClientRect: new DOMRect(0, 2000) },
  )
  expect(queryWriteButton()).toBeTruthy()
})

test.each([
  ['smoothly', false, 'smooth'],
  ['instantly with reduced motion', true, 'auto'],
])(
  'the button scrolls to the form %s and focuses it',
  async (_, prefersReducedMotion, behavior) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({
      matches: prefersReducedMotion,
    } as MediaQueryList)
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    await renderOneComment()
    emitIntersection({ isIntersecting: false, boundingClientRect: new DOMRect(0, 2000) })
    await userEvent.click(screen.getByRole('button', { name: 'Write a comment' }))
    expect(scroll).toHaveBeenCalledWith({ block: 'center', behavior })
    expect(document.activeElement).toBe(screen.getByLabelText('Add a comment'))
  },
)

async function renderOneComment() {
  mockThreadPages([createCommentFixture(1)])
  renderComments(1)
  await screen.findByText('Comment 1')
}

function queryWriteButton() {
  return screen.queryByRole('button', { name: 'Write a comment' })
}
