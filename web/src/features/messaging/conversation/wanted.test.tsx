import { screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { holdTime } from '../../../testing/time.ts'
import type { ShownMessage } from '../shown.ts'
import { useWanted, type Wanted } from './wanted.ts'

const TOO_FAR = 'Too far back to show here'
const walked = { pages: 0, to: [] as string[] }

beforeEach(() => {
  walked.pages = 0
  walked.to = []
})

test('a match is gone to through the pages that lie before it', async () => {
  renderPage(<Walk />)
  await press('Page 7')
  await waitFor(() => expect(walked.to).toEqual(['7']))
  expect(walked.pages).toBe(7)
})

test('a match that lies too far back is not walked to without end, and it says so each time', async () => {
  const { user, pass } = holdTime()
  renderPage(<Walk />)
  const choose = (name: string) => user.click(screen.getByRole('button', { name }))
  await choose('Page 600')
  expect(await screen.findByText(TOO_FAR)).toBeTruthy()
  expect([walked.pages, walked.to]).toEqual([20, []])

  await pass(4000)
  await waitFor(() => expect(screen.queryByText(TOO_FAR)).toBeNull())
  await choose('Page 600')
  expect(await screen.findByText(TOO_FAR)).toBeTruthy()
  expect(walked.pages).toBe(20)

  await choose('Page 30')
  await waitFor(() => expect(walked.to).toEqual(['30']))
})

/** A conversation without end, of which each page has one message: the number of the page. */
function Walk() {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [pages, setPages] = useState(0)
  const [isReadingOlder, setReading] = useState(false)
  const scroll = useRef({ toMessage: (id: string) => void walked.to.push(id) })
  const messages = Array.from({ length: pages + 1 }, (_, nth) => messageOf(nth))
  const readOlder = () => setReading(true)
  useWanted(
    wanted,
    { messages, hasOlder: true, isReadingOlder, olderFailed: false, readOlder },
    scroll,
  )

  useEffect(() => {
    if (!isReadingOlder) return undefined
    const timer = setTimeout(() => {
      walked.pages += 1
      setPages(walked.pages)
      setReading(false)
    })
    return () => clearTimeout(timer)
  }, [isReadingOlder])

  return [7, 30, 600].map((page) => (
    <button key={page} onClick={() => setWanted({ id: String(page), q: '' })}>
      {`Page ${page}`}
    </button>
  ))
}

function messageOf(nth: number): ShownMessage {
  const createdAt = new Date(0).toISOString()
  const fields = { content: '', isMine: false, createdAt, label: null, failure: null }
  return { key: String(nth), _id: String(nth), ...fields }
}
