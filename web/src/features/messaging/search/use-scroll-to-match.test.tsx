import { screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import type { DisplayedMessage } from '../conversation/displayed-messages.ts'
import { useScrollToMatch, type SearchMatch } from './use-scroll-to-match.ts'

const TOO_FAR = 'Too far back to show here'
const progress = { pages: 0, to: [] as string[] }

beforeEach(() => {
  progress.pages = 0
  progress.to = []
})

test('a match is scrolled to after the pages up to it are loaded', async () => {
  renderPage(<EndlessThread />)
  await pressButton('Page 7')
  await waitFor(() => expect(progress.to).toEqual(['7']))
  expect(progress.pages).toBe(7)
})

test('a match too far back stops the loading, and shows a toast each time', async () => {
  const { user, advanceTime } = installFakeClock()
  renderPage(<EndlessThread />)
  const choose = (name: string) => user.click(screen.getByRole('button', { name }))
  await choose('Page 600')
  expect(await screen.findByText(TOO_FAR)).toBeTruthy()
  expect([progress.pages, progress.to]).toEqual([20, []])

  await advanceTime(4000)
  await waitFor(() => expect(screen.queryByText(TOO_FAR)).toBeNull())
  await choose('Page 600')
  expect(await screen.findByText(TOO_FAR)).toBeTruthy()
  expect(progress.pages).toBe(20)

  await choose('Page 30')
  await waitFor(() => expect(progress.to).toEqual(['30']))
})

/** An endless conversation with one message per page, whose id is the number of the page. */
function EndlessThread() {
  const [match, setMatch] = useState<SearchMatch | null>(null)
  const [pages, setPages] = useState(0)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const scroll = useRef({ scrollToMessage: (id: string) => void progress.to.push(id) })
  const messages = Array.from({ length: pages + 1 }, (_, index) => createDisplayedMessage(index))
  const loadOlder = () => setLoadingOlder(true)
  useScrollToMatch(
    match,
    {
      messages,
      hasOlder: true,
      isLoadingOlder,
      hasOlderFailed: false,
      loadOlder,
    },
    scroll,
  )

  useEffect(() => {
    if (!isLoadingOlder) return undefined
    const timer = setTimeout(() => {
      progress.pages += 1
      setPages(progress.pages)
      setLoadingOlder(false)
    })
    return () => clearTimeout(timer)
  }, [isLoadingOlder])

  return [7, 30, 600].map((page) => (
    <button key={page} onClick={() => setMatch({ id: String(page), q: '' })}>
      {`Page ${page}`}
    </button>
  ))
}

function createDisplayedMessage(index: number): DisplayedMessage {
  const createdAt = new Date(0).toISOString()
  const fields = { content: '', isMine: false, createdAt, label: null, failure: null }
  return { key: String(index), _id: String(index), ...fields }
}
