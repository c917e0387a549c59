import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RenderedAtContext } from './now.ts'

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

test('a page that was rendered earlier is taken over as it is, and then tells the time of now', async () => {
  const posted = new Date('2026-03-01T12:00:00Z')
  const renderedAt = new Date('2026-03-01T12:05:00Z')
  vi.useFakeTimers({ now: new Date('2026-03-01T14:00:00Z'), toFake: ['Date'] })
  const page = (
    <RenderedAtContext value={renderedAt}>
      <RelativeTime at={posted.toISOString()} />
    </RenderedAtContext>
  )
  const place = document.createElement('div')
  place.innerHTML = renderToString(page)
  expect(place.textContent).toBe('5 minutes ago')

  const complaints: unknown[] = []
  await act(async () => {
    root = hydrateRoot(place, page, { onRecoverableError: (error) => complaints.push(error) })
  })

  expect(complaints).toEqual([])
  expect(place.textContent).toBe('2 hours ago')
  vi.useRealTimers()
})
