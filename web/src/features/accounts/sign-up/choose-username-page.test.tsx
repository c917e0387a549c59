import { getViewer } from '@dolph/contract/accounts/viewer'
import {
  finishGitHubSignUp,
  finishGoogleSignUp,
  getGitHubSignUp,
  getGoogleSignUp,
} from '@dolph/contract/accounts/provider-sign-up'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { ChooseUsernamePage } from './choose-username-page.tsx'

const ada = createViewerFixture({ userName: 'countess' })

test('the first sign-in with Google proposes a username and leads to the dashboard', async () => {
  answerGoogleSignUp()
  const calls = mockReply(finishGoogleSignUp, { success: true, message: 'ok' })
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  const router = renderPage(<ChooseUsernamePage />, '/choose-username')

  const name = await screen.findByLabelText('Username')
  expect(name).toHaveProperty('value', 'ada')
  await userEvent.clear(name)
  await userEvent.type(name, 'countess{Enter}')

  await screen.findByText('Other page')
  expect(router.state.location.pathname).toBe('/posts')
  expect(calls.map(({ body }) => body)).toEqual([{ userName: 'countess' }])
  expect(sessionStorage.getItem('auth')).not.toBeNull()
})

test('a username that is taken can be changed', async () => {
  answerGoogleSignUp()
  mockRefusal(finishGoogleSignUp, 409, {
    code: 'conflict',
    message: 'This username is taken',
    fields: { userName: 'This username is taken' },
  })
  renderPage(<ChooseUsernamePage />, '/choose-username')
  await userEvent.type(await screen.findByLabelText('Username'), '{Enter}')
  expect((await screen.findAllByText('This username is taken')).length).toBe(1)
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
})

test('a visitor who does not come from Google is asked to sign in with Google again', async () => {
  mockRefusal(getGoogleSignUp, 404, {
    code: 'not-found',
    message: 'Please sign in with Google again',
  })
  renderPage(<ChooseUsernamePage />, '/choose-username')
  expect((await screen.findByRole('alert')).textContent).toBe('Please sign in with Google again')
  expect(screen.getByRole('link', { name: 'Back to log in' }).getAttribute('href')).toBe('/login')
})

test('the first sign-in with GitHub proposes its login', async () => {
  const data = { email: 'mona@mail.example', firstName: 'Mona', lastName: '', userName: 'octocat' }
  mockReply(getGitHubSignUp, { success: true, data })
  const calls = mockReply(finishGitHubSignUp, { success: true, message: 'ok' })
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  const router = renderPage(<ChooseUsernamePage />, '/choose-username?with=github')
  await userEvent.type(await screen.findByLabelText('Username'), '{Enter}')
  await screen.findByText('Other page')
  expect(router.state.location.pathname).toBe('/posts')
  expect(calls.map(({ body }) => body)).toEqual([{ userName: 'octocat' }])
})

function answerGoogleSignUp() {
  const data = {
    email: 'ada@gmail.example',
    firstName: 'Ada',
    lastName: 'Lovelace',
    userName: 'ada',
  }
  mockReply(getGoogleSignUp, { success: true, data })
}
