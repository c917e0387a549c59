import {
  EXPORT_FILE_URL,
  EXPORT_TOO_SOON,
  readExport,
  startExport,
  type MemberExport,
} from '@dolph/contract/exports/exports'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { setProofPrompt } from '../../lib/proof-prompt.ts'
import { fakeApi, mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DataCopy } from './data-copy.tsx'

const READY: MemberExport = {
  state: 'ready',
  size: 3_210_000,
  until: '2099-01-24T12:00:00.000Z',
  nextAt: '2099-01-18T12:00:00.000Z',
}

test('a copy is made on request, and its progress is shown and told sparsely', async () => {
  open({ state: 'none' })
  mockReply(startExport, { success: true, data: { state: 'making', done: 0, of: 200 } })
  await userEvent.click(await screen.findByRole('button', { name: 'Make a copy of my data' }))
  const bar = await screen.findByRole('progressbar', { name: 'Your copy' })
  expect(bar.getAttribute('aria-valuenow')).toBe('0')
  expect(screen.getByRole('status').textContent).toBe('Your copy is being made.')
  expect(screen.getByText('This takes a few minutes. You can leave; we write to you.')).toBeTruthy()
  mockReply(readExport, { success: true, data: { state: 'making', done: 150, of: 200 } })
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('75'), { timeout: 5_000 })
  expect(screen.getByRole('status').textContent).toBe('Your copy: 75 %')
})

test('a copy that could not be made says when it is tried again', async () => {
  open({ state: 'failed', done: 1, of: 4, retryAt: '2099-01-20T12:00:00.000Z' })
  const text = await screen.findAllByText(
    /^It could not be made\. We try again at \d+:00\s[AP]M\.$/,
  )
  expect(text).toHaveLength(2)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a copy that is ready can be downloaded, and the next one has its time', async () => {
  open(READY)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  mockHead(200)
  const button = await screen.findByRole('button', { name: 'Download (3.2 MB, until January 24)' })
  expect(screen.getByText(/^You can make the next copy on January 18, 2099/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a copy of my data' })).toBeNull()
  await userEvent.click(button)
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  click.mockRestore()
})

test('a download without proof asks for it, and goes on after it', async () => {
  open(READY)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  mockHead(403)
  const removePrompt = setProofPrompt(async () => {
    mockHead(200)
    return true
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Download/ }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  removePrompt()
  click.mockRestore()
})

test.each([
  [403, 'Nothing was downloaded, because you did not confirm it’s you.'],
  [404, 'There is no copy to download.'],
  [503, 'Your copy cannot be downloaded right now. Please try again later.'],
])('a download that is refused with %s says why', async (status, message) => {
  open(READY)
  mockHead(status)
  await userEvent.click(await screen.findByRole('button', { name: /^Download/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('a second copy on the same day is refused in words', async () => {
  open({ state: 'none' })
  mockRefusal(startExport, 429, { code: 'too-many-requests', message: EXPORT_TOO_SOON })
  await userEvent.click(await screen.findByRole('button', { name: 'Make a copy of my data' }))
  expect((await screen.findByRole('alert')).textContent).toBe(EXPORT_TOO_SOON)
})

function open(data: MemberExport): void {
  mockReply(readExport, { success: true, data })
  renderPage(<DataCopy />, '/settings', createViewerFixture())
}

function mockHead(status: number): void {
  fakeApi.use(http.head(`*${EXPORT_FILE_URL}`, () => new HttpResponse(null, { status })))
}
