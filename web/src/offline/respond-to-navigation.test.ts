import { expect, test } from 'vitest'
import { respondToNavigation } from './respond-to-navigation.ts'

test.each([200, 302, 403, 404])('a page with status %i is shown as it comes', async (status) => {
  expect(await navigate(async () => new Response('page', { status }))).toEqual([status, 'page'])
})

test.each([429, 500, 503])('status %i in place of a page opens the shell', async (status) => {
  expect(await navigate(async () => new Response('busy', { status }))).toEqual([200, 'shell'])
})

test('a page that does not come opens the shell', async () => {
  expect(await navigate(() => Promise.reject(new TypeError('no network')))).toEqual([200, 'shell'])
})

test('without a stored shell the answer of the server is shown', async () => {
  const busy = async () => new Response('busy', { status: 503 })
  expect(await navigate(busy, async () => undefined)).toEqual([503, 'busy'])
})

async function navigate(
  fetchPage: () => Promise<Response>,
  readShell: () => Promise<Response | undefined> = async () => new Response('shell'),
) {
  const response = await respondToNavigation({ fetchPage, readShell })
  return [response.status, await response.text()]
}
