import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

/** Signing up, logging in and recovering an account: open to visitors. */
export const accountRoutes: RouteObject[] = [
  createPageRoute(
    '/login',
    { title: 'Log in', description: 'Log in to Dolph with your email address or with Google.' },
    async () => (await import('../../features/accounts/sign-in/login-page.tsx')).LoginPage,
  ),
  createPageRoute(
    '/signup',
    {
      title: 'Sign up',
      description: 'Create an account to show projects, propose ideas and find collaborators.',
    },
    async () => (await import('../../features/accounts/sign-up/signup-page.tsx')).SignupPage,
  ),
  createPageRoute(
    '/verify-email/:token?',
    { title: 'Verify your email' },
    async () =>
      (await import('../../features/accounts/sign-up/verify-email-page.tsx')).VerifyEmailPage,
  ),
  createPageRoute(
    '/check-email',
    { title: 'Check your inbox' },
    async () =>
      (await import('../../features/accounts/sign-up/check-email-page.tsx')).CheckEmailPage,
  ),
  createPageRoute(
    '/forgot-password',
    { title: 'Forgot password' },
    async () =>
      (await import('../../features/accounts/password-reset/forgot-password-page.tsx'))
        .ForgotPasswordPage,
  ),
  createPageRoute(
    '/reset-password/:token',
    { title: 'Reset password' },
    async () =>
      (await import('../../features/accounts/password-reset/reset-password-page.tsx'))
        .ResetPasswordPage,
  ),
  createPageRoute(
    '/undo-email-change/:token',
    { title: 'Undo the change of your email' },
    async () =>
      (await import('../../features/accounts/email-change/undo-email-change-page.tsx'))
        .UndoEmailChangePage,
  ),
  createPageRoute(
    '/choose-username',
    { title: 'Choose your username' },
    async () =>
      (await import('../../features/accounts/sign-up/choose-username-page.tsx')).ChooseUsernamePage,
  ),
]

/** Account pages for signed-in members. */
export const ownAccountRoutes: RouteObject[] = [
  createPageRoute(
    '/settings',
    { title: 'Account Settings' },
    async () => (await import('../../features/accounts/settings/settings-page.tsx')).SettingsPage,
  ),
  createPageRoute(
    '/settings/decisions',
    { title: 'Decisions about you' },
    async () => (await import('../../features/moderation/decisions-page.tsx')).DecisionsPage,
  ),
  createPageRoute(
    '/confirm-email/:token',
    { title: 'Confirm your email' },
    async () =>
      (await import('../../features/accounts/email-change/confirm-email-page.tsx'))
        .ConfirmEmailPage,
  ),
]
