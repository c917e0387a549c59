import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { LastUpdated } from './last-updated.tsx'

const element = <LastUpdated version="2026-11-15" />

test('a legal page shows today’s date and the version date of its text', () => {
  setClock('2031-03-04T12:00:00')
  render(element)

  expect(screen.getByText('Last updated: March 4, 2031')).toBeTruthy()
  expect(screen.getByText('November 15, 2026').getAttribute('datetime')).toBe('2026-11-15')
})

test('a prerendered page shows the version date', () => {
  setClock('2031-03-04T12:00:00')
  const html = renderToString(element)

  expect(html).toContain('Last updated: November 15, 2026')
  expect(html).not.toContain('2031')
})

test('a page that was prerendered long ago hydrates without errors and then shows today’s date', async () => {
  const onError = vi.spyOn(console, 'error')
  const container = document.createElement('div')
  container.append(document.createRange().createContextualFragment(renderToString(element)))
  document.body.append(container)
  setClock('2031-03-04T12:00:00')

  render(element, { container, hydrate: true, onRecoverableError: onError })

  expect(await screen.findByText('Last updated: March 4, 2031')).toBeTruthy()
  expect(onError).not.toHaveBeenCalled()
})

function setClock(time: string): void {
  installFakeClock()
  vi.setSystemTime(new Date(time))
}
