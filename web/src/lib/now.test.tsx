import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RenderedAtContext } from './now.ts'

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

test('a page rendered earlier hydrates with its own time, and then shows the current time', async () => {
  const posted = new Date('2026-03-01T12:00:00Z')
  const renderedAt = new Date('2026-03-01T12:05:00Z')
  vi.useFakeTimers({ now: new Date('2026-03-01T14:00:00Z'), toFake: ['Date'] })
  const page = (
    <RenderedAtContext value={renderedAt}>
      <RelativeTime at={posted.toISOString()} />
    </RenderedAtContext>
  )
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  expect(container.textContent).toBe('5 minutes ago')

  const errors: unknown[] = []
  await act(async () => {
    root = hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) })
  })

  expect(errors).toEqual([])
  expect(container.textContent).toBe('2 hours ago')
  vi.useRealTimers()
})
