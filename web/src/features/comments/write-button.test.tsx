import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerThreads, openComments } from '../../testing/fake-comments.tsx'
import { someComment } from '../../testing/some-comment.ts'

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'boundingClientRect'>
let look: (seen: Seen) => void = () => undefined

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: Seen[]) => void) {
        look = (seen) => act(() => onChange([seen]))
      }
      observe() {}
      disconnect() {}
    },
  )
})

test('a button leads to the form as long as that is below the screen', async () => {
  await open()
  expect(button()).toBeNull()
  look({ isIntersecting: false, boundingClientRect: new DOMRect(0, 2000) })
  expect(button()).toBeTruthy()
  look({ isIntersecting: true, boundingClientRect: new DOMRect(0, 300) })
  expect(button()).toBeNull()
  look({ isIntersecting: false, boundingClientRect: new DOMRect(0, -400) })
  expect(button()).toBeNull()
})

test.each([
  ['smoothly', false, 'smooth'],
  ['at once for those who want things still', true, 'auto'],
])('it goes there %s, and the form has the focus', async (_, isStill, behavior) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isStill } as MediaQueryList)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  await open()
  look({ isIntersecting: false, boundingClientRect: new DOMRect(0, 2000) })
  await userEvent.click(screen.getByRole('button', { name: 'Write a comment' }))
  expect(scroll).toHaveBeenCalledWith({ block: 'center', behavior })
  expect(document.activeElement).toBe(screen.getByLabelText('Add a comment'))
})

async function open() {
  answerThreads([someComment(1)])
  openComments(1)
  await screen.findByText('Comment 1')
}

function button() {
  return screen.queryByRole('button', { name: 'Write a comment' })
}
