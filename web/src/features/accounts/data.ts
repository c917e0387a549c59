import {
  changePassword,
  confirmEmail,
  type Credentials,
  deleteAccount,
  endOtherSessions,
  finishGoogleSignUp,
  forgotPassword,
  getGoogleSignUp,
  listSessions,
  logIn,
  logOut,
  resendVerification,
  resetPassword,
  sendPasswordCode,
  type SignUpForm,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts'
import type { InputOf } from '@dolph/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint, clearCsrfToken } from '../../lib/api.ts'
import { startSession } from './session.ts'
import { clearSignedInHint } from './session-hints.ts'
import { viewerQuery } from './viewer-query.ts'

export function useLogIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Credentials) => {
      await callEndpoint(logIn, { body })
      await startSession(client)
    },
    onError: clearSignedInHint,
  })
}

export function useLogOut() {
  return useMutation({ mutationFn: () => callEndpoint(logOut, {}) })
}

export function useSignUp() {
  return useMutation({ mutationFn: (body: SignUpForm) => callEndpoint(signUp, { body }) })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: (body: InputOf<typeof verifyCode>['body']) => callEndpoint(verifyCode, { body }),
  })
}

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => callEndpoint(resendVerification, { body: { email } }),
  })
}

/** A query instead of a mutation: verifying is idempotent. */
export const emailVerificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: ({ signal }) => callEndpoint(verifyEmail, { params: { token } }, signal),
    staleTime: Infinity,
  })

/**
 * A query although the link works once: mounting the page twice shares one request. The abort signal is not
 * passed on, since unmounting must not cancel a confirmation that is under way.
 */
export const emailConfirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: async ({ client }) => {
      const { email } = await callEndpoint(confirmEmail, { body: { token } })
      client.setQueryData(viewerQuery.queryKey, (member) => member && { ...member, email })
      return email
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  })

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => callEndpoint(forgotPassword, { body: { email } }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: InputOf<typeof resetPassword>['body']) =>
      callEndpoint(resetPassword, { body }),
  })
}

export const googleSignUpQuery = queryOptions({
  queryKey: ['google-sign-up'],
  queryFn: async ({ signal }) => (await callEndpoint(getGoogleSignUp, {}, signal)).data,
  staleTime: Infinity,
  gcTime: 0,
})

export function useFinishGoogleSignUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userName: string) => {
      await callEndpoint(finishGoogleSignUp, { body: { userName } })
      await startSession(client)
    },
  })
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await callEndpoint(listSessions, {}, signal)).data,
})

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callEndpoint(endOtherSessions, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function useSendPasswordCode() {
  return useMutation({ mutationFn: () => callEndpoint(sendPasswordCode, {}) })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof changePassword>['body']) =>
      callEndpoint(changePassword, { body }),
    onSuccess: () => {
      // The server has replaced the session of this browser and ended all others.
      clearCsrfToken()
      void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: InputOf<typeof deleteAccount>['body']) =>
      callEndpoint(deleteAccount, { body }),
  })
}
