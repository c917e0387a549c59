import { logIn, resendVerification } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { renderPage, renderRoutes } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { lazyVerificationCodeStep, LoginPage } from './login-page.tsx'

beforeAll(async () => {
  await lazyVerificationCodeStep.loadAndWait()
})

const DONE = { success: true, message: 'ok' } as const
const ada = createViewerFixture()

describe('logging in', () => {
  test('leads to the dashboard, with a toast and the session flag', async () => {
    const calls = mockReply(logIn, DONE)
    answerViewer()
    const router = renderPage(<LoginPage />, '/login')

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome Back')
    await submitLoginForm()

    await screen.findByText('Other page')
    expect(await screen.findAllByText('Successfully logged in!')).not.toEqual([])
    expect(router.state.location.pathname).toBe('/posts')
    expect(router.state.historyAction).toBe('REPLACE')
    expect(sessionStorage.getItem('auth')).not.toBeNull()
    expect(calls.map(({ body }) => body)).toEqual([
      { email: 'ada@dolph.example', password: 'Lagoon42' },
    ])
  })

  test.each([
    ['/posts/create', '/posts/create'],
    ['//evil.example', '/posts'],
    ['https://evil.example', '/posts'],
  ])('with next=%s leads to %s', async (next, path) => {
    mockReply(logIn, DONE)
    answerViewer()
    const router = renderPage(<LoginPage />, `/login?${new URLSearchParams({ next })}`)
    await submitLoginForm()
    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe(path)
  })

  test('fails with the message of the server, said once, and a toast', async () => {
    mockRefusal(logIn, 400, { code: 'invalid-input', message: 'Incorrect email or password' })
    sessionStorage.setItem('auth', 'true')
    mockReply(getViewer, { success: true, _id: ada._id, data: ada })
    renderPage(<LoginPage />, '/login', null)
    await submitLoginForm()

    const [banner] = await screen.findAllByRole('alert')
    expect(banner?.textContent).toBe('Incorrect email or password')
    await screen.findAllByText('Login failed')
    expect(screen.getAllByText('Incorrect email or password')).toHaveLength(1)
    expect(sessionStorage.getItem('auth')).toBeNull()
  })

  test('fails with «Login failed» when the server is unreachable', async () => {
    mockNetworkError(logIn)
    renderPage(<LoginPage />, '/login')
    await submitLoginForm()
    const [banner] = await screen.findAllByRole('alert')
    expect(banner?.textContent).toBe('The server did not answer. Please try again.')
    await screen.findAllByText('Login failed')
  })

  test('needs an email and a password, and focuses the first invalid field', async () => {
    renderPage(<LoginPage />, '/login')
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))

    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  })

  test('is skipped for a member, who is redirected at once', async () => {
    const router = renderPage(<LoginPage />, '/login?next=/my-posts', ada)
    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/my-posts')
  })

  test('links to sign-up and password reset, and its fields work with password managers', () => {
    renderPage(<LoginPage />, '/login')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/forgot-password', '/signup'])
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username webauthn')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })
})

test('an address that was just verified is filled in, with the cursor in the password', async () => {
  const router = renderRoutes([{ path: '/login', Component: LoginPage }, { path: '*' }], '/')
  await router.navigate('/login', { state: { verifiedEmail: 'ada@dolph.example' } })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@dolph.example')
})

test('the links to sign-up and password reset keep where the visitor wants to go', () => {
  renderPage(<LoginPage />, '/login?next=/p/7/reef')
  const link = screen.getByRole('link', { name: 'Create an account' })
  expect(link.getAttribute('href')).toBe('/signup?next=%2Fp%2F7%2Freef')
  const forgot = screen.getByRole('link', { name: 'Forgot password?' })
  expect(forgot.getAttribute('href')).toBe('/forgot-password?next=%2Fp%2F7%2Freef')
})

describe('an email that is not verified', () => {
  const answerNotVerified = () =>
    mockRefusal(logIn, 403, {
      code: 'email-not-verified',
      message: 'Please verify your email to log in.',
    })

  test('gets a new code, which the page asks for', async () => {
    answerNotVerified()
    const calls = mockReply(resendVerification, DONE)
    renderPage(<LoginPage />, '/login')
    await submitLoginForm()

    expect(await screen.findByRole('heading', { name: 'Verify Your Email' })).toBeTruthy()
    expect(screen.getByText(/check your email/).textContent).toBe(
      'Your email address is not verified yet. Please check your email ada@dolph.example for a new code.',
    )
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example' }])
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  })

  test('can request a code again at once when none was sent', async () => {
    answerNotVerified()
    mockRefusal(resendVerification, 503, { code: 'unavailable', message: 'Later' })
    renderPage(<LoginPage />, '/login')
    await submitLoginForm()

    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to send verification code. Please try again.',
    )
    expect(screen.getByRole('button', { name: 'Resend code' })).toHaveProperty('disabled', false)
  })
})

describe('signing in with Google', () => {
  test('starts at the API', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    renderPage(<LoginPage />, '/login')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }))
    expect(assign).toHaveBeenCalledWith('/api/users/auth/google')
  })

  test('returns here, leads to the dashboard and deletes the auth-success cookie', async () => {
    document.cookie = 'signed-in=1; Path=/'
    document.cookie = 'auth-success=1; Path=/'
    answerViewer()
    const router = renderPage(<LoginPage />, '/login', null)

    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/posts')
    expect(document.cookie).toBe('signed-in=1')
    expect(sessionStorage.getItem('auth')).not.toBeNull()
  })

  test('leads to the page that the visitor wanted to open', async () => {
    vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const firstVisit = renderPage(<LoginPage />, '/login?next=/posts/create')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }))
    await firstVisit.navigate('/elsewhere')

    document.cookie = 'signed-in=1; Path=/'
    document.cookie = 'auth-success=1; Path=/'
    answerViewer()
    const router = renderPage(<LoginPage />, '/login', null)
    await waitFor(() => expect(router.state.location.pathname).toBe('/posts/create'))
  })

  test('needs both cookies', async () => {
    document.cookie = 'auth-success=1; Path=/'
    const router = renderPage(<LoginPage />, '/login')
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(router.state.location.pathname).toBe('/login')
  })

  test('that could not start shows a toast, and the address bar forgets it', async () => {
    const router = renderPage(<LoginPage />, '/login?next=%2Fmy-posts&error=google')
    expect(
      await screen.findAllByText('Failed to initiate Google login. Please try again.'),
    ).not.toEqual([])
    expect(router.state.location.search).toBe('?next=%2Fmy-posts')
  })

  test.each([
    [
      'google-email',
      'An account with the email address of your Google account already exists. Please log in with its password.',
    ],
    ['google-refused', 'You cancelled the sign-in at Google. Nothing was changed.'],
    [
      'google-unverified',
      'Google has not verified the email address of your Google account. Verify it at Google first, or sign up with your email.',
    ],
  ])('that ended with %s is explained, and the address bar forgets it', async (error, text) => {
    const router = renderPage(<LoginPage />, `/login?error=${error}`)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByRole('status').textContent).toBe(text)
  })
})

describe('signing in with GitHub', () => {
  test('starts at the API, below Google', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    renderPage(<LoginPage />, '/login')
    const buttons = screen.getAllByRole('button', { name: /Sign in with/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Sign in with Google',
      'Sign in with GitHub',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with GitHub' }))
    expect(assign).toHaveBeenCalledWith('/api/users/auth/github')
  })

  test('that could not start shows a toast, and the address bar forgets it', async () => {
    const router = renderPage(<LoginPage />, '/login?error=github')
    expect(
      await screen.findAllByText('Failed to initiate GitHub login. Please try again.'),
    ).not.toEqual([])
    expect(router.state.location.search).toBe('')
  })

  test.each([
    ['github-email', /Please log in as usual, and connect GitHub in your settings\.$/],
    ['github-refused', /^You cancelled the sign-in at GitHub/],
    ['github-unverified', /^GitHub has not verified the primary email address/],
  ])('that ended with %s is explained', async (error, text) => {
    const router = renderPage(<LoginPage />, `/login?error=${error}`)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByRole('status').textContent).toMatch(text)
  })
})

async function submitLoginForm() {
  await userEvent.type(screen.getByLabelText('Email'), 'ada@dolph.example')
  await userEvent.type(screen.getByLabelText('Password'), 'Lagoon42{Enter}')
}

function answerViewer() {
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
}
