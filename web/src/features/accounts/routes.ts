import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** Signing up and recovering an account: open to visitors. The pages of the two forms are composed in the app. */
export const accountRoutes: RouteObject[] = [
  createPageRoute(
    '/verify-email/:token?',
    { title: 'Verify your email' },
    async () => (await import('./sign-up/verify-email-page.tsx')).VerifyEmailPage,
  ),
  createPageRoute(
    '/check-email',
    { title: 'Check your inbox' },
    async () => (await import('./sign-up/check-email-page.tsx')).CheckEmailPage,
  ),
  createPageRoute(
    '/forgot-password',
    { title: 'Forgot password' },
    async () => (await import('./password-reset/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  createPageRoute(
    '/reset-password/:token',
    { title: 'Reset password' },
    async () => (await import('./password-reset/reset-password-page.tsx')).ResetPasswordPage,
  ),
  createPageRoute(
    '/undo-email-change/:token',
    { title: 'Undo the change of your email' },
    async () => (await import('./email-change/undo-email-change-page.tsx')).UndoEmailChangePage,
  ),
  createPageRoute(
    '/keep-second-factor/:token',
    { title: 'Keep your second factor' },
    async () => (await import('./second-factor/keep-second-factor-page.tsx')).KeepSecondFactorPage,
  ),
  createPageRoute(
    '/choose-username',
    { title: 'Choose your username' },
    async () => (await import('./sign-up/choose-username-page.tsx')).ChooseUsernamePage,
  ),
]

/** Account pages for signed-in members. */
export const ownAccountRoutes: RouteObject[] = [
  createPageRoute(
    '/settings',
    { title: 'Account Settings' },
    async () => (await import('./settings/settings-page.tsx')).SettingsPage,
  ),
  createPageRoute(
    '/confirm-email/:token',
    { title: 'Confirm your email' },
    async () => (await import('./email-change/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
]
