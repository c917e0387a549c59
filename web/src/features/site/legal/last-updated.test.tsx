import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { LastUpdated } from './last-updated.tsx'

const line = <LastUpdated version="2026-11-15" />

test('a legal page says today’s date, and beside it the day of its text', () => {
  setClock('2031-03-04T12:00:00')
  render(line)

  expect(screen.getByText('Last updated: March 4, 2031')).toBeTruthy()
  expect(screen.getByText('November 15, 2026').getAttribute('datetime')).toBe('2026-11-15')
})

test('without a clock the page has the day of its text', () => {
  setClock('2031-03-04T12:00:00')
  const html = renderToString(line)

  expect(html).toContain('Last updated: November 15, 2026')
  expect(html).not.toContain('2031')
})

test('a page that was prerendered long ago is taken over without a word, and then says today', async () => {
  const complaints = vi.spyOn(console, 'error')
  const container = document.createElement('div')
  container.append(document.createRange().createContextualFragment(renderToString(line)))
  document.body.append(container)
  setClock('2031-03-04T12:00:00')

  render(line, { container, hydrate: true, onRecoverableError: complaints })

  expect(await screen.findByText('Last updated: March 4, 2031')).toBeTruthy()
  expect(complaints).not.toHaveBeenCalled()
})

function setClock(time: string): void {
  installFakeClock()
  vi.setSystemTime(new Date(time))
}
