import { giveProof } from '@dolph/contract/accounts/accounts'
import { disconnectGitHub, startGitHubConnection } from '@dolph/contract/accounts/github'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { lazyProofDialog, ProofPrompt } from '../proof/proof-prompt.tsx'
import { GitHubConnection } from './github-connection.tsx'

const GITHUB_PAGE = 'https://github.com/login/oauth/authorize?state=1'
const ada = createViewerFixture({ signInMethods: ['password'] })
const connected = createViewerFixture({
  githubLogin: 'octocat',
  signInMethods: ['password', 'github'],
})

beforeEach(async () => {
  await lazyProofDialog.loadAndWait()
})

test('connecting asks for proof and then leads to GitHub', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  mockRefusal(startGitHubConnection, 403, { code: 'proof-needed', message: 'Please confirm' })
  mockReply(giveProof, { success: true, message: 'Confirmed' })
  render(ada)
  await userEvent.click(screen.getByRole('button', { name: 'Connect GitHub' }))
  const password = await screen.findByLabelText('Password')
  mockReply(startGitHubConnection, { success: true, url: GITHUB_PAGE })
  await userEvent.type(password, 'Harbour1{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledWith(GITHUB_PAGE))
})

test('a connected account is named, and can be disconnected', async () => {
  const calls = mockReply(disconnectGitHub, { success: true, message: 'GitHub disconnected' })
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  render(connected)
  expect(screen.getByText('octocat').closest('p')?.textContent).toBe('Connected as octocat')
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findAllByText('GitHub disconnected')).not.toEqual([])
  expect(calls).toHaveLength(1)
})

test('the only way in cannot be disconnected, and the page says why', () => {
  render(createViewerFixture({ githubLogin: 'octocat', signInMethods: ['github'] }))
  expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull()
  expect(screen.getByText(/It is your only way to log in/)).toBeTruthy()
})

test('a call that fails says so', async () => {
  mockNetworkError(startGitHubConnection)
  render(ada)
  await userEvent.click(screen.getByRole('button', { name: 'Connect GitHub' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'GitHub could not be connected. Please try again.',
  )
})

test('a disconnection that is refused says why', async () => {
  const message = 'GitHub is your only way to log in.'
  mockRefusal(disconnectGitHub, 409, { code: 'conflict', message })
  render(connected)
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test.each([
  ['failed', 'GitHub could not be connected. Please try again.'],
  ['refused', 'You cancelled at GitHub. Nothing was changed.'],
  ['taken', 'Another member has connected this GitHub account.'],
])('the result «%s» is shown, and the address bar forgets it', async (result, text) => {
  const router = render(ada, `/settings?github=${result}`)
  expect(await screen.findByText(text)).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a connection that was made is told once', async () => {
  const router = render(connected, '/settings?github=connected')
  expect(await screen.findAllByText('GitHub connected')).not.toEqual([])
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

function render(viewer: typeof ada, path = '/settings') {
  return renderPage(
    <>
      <ProofPrompt />
      <GitHubConnection />
    </>,
    path,
    viewer,
  )
}
