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
import { call, forgetCsrfToken } from '../../lib/api.ts'
import { startSession } from './session.ts'
import { unmarkSignedIn } from './session-marks.ts'
import { viewer } from './viewer.ts'

export function useLogIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Credentials) => {
      await call(logIn, { body })
      await startSession(client)
    },
    onError: unmarkSignedIn,
  })
}

export function useLogOut() {
  return useMutation({ mutationFn: () => call(logOut, {}) })
}

export function useSignUp() {
  return useMutation({ mutationFn: (body: SignUpForm) => call(signUp, { body }) })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: (body: InputOf<typeof verifyCode>['body']) => call(verifyCode, { body }),
  })
}

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => call(resendVerification, { body: { email } }),
  })
}

/** Following the link twice is as good as once, so it can be asked like a question. */
export const emailVerification = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: ({ signal }) => call(verifyEmail, { params: { token } }, signal),
    staleTime: Infinity,
  })

/**
 * A link that works once, asked like a question so that a page that is shown twice asks once. Its signal is
 * left alone: the question is not called back when the page goes.
 */
export const emailConfirmation = (token: string) =>
  queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: async ({ client }) => {
      const { email } = await call(confirmEmail, { body: { token } })
      client.setQueryData(viewer.queryKey, (member) => member && { ...member, email })
      return email
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  })

export function useForgotPassword() {
  return useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: InputOf<typeof resetPassword>['body']) => call(resetPassword, { body }),
  })
}

export const googleSignUp = queryOptions({
  queryKey: ['google-sign-up'],
  queryFn: async ({ signal }) => (await call(getGoogleSignUp, {}, signal)).data,
  staleTime: Infinity,
  gcTime: 0,
})

export function useFinishGoogleSignUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userName: string) => {
      await call(finishGoogleSignUp, { body: { userName } })
      await startSession(client)
    },
  })
}

export const sessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, {}, signal)).data,
})

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: sessions.queryKey }),
  })
}

export function useSendPasswordCode() {
  return useMutation({ mutationFn: () => call(sendPasswordCode, {}) })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof changePassword>['body']) => call(changePassword, { body }),
    onSuccess: () => {
      // This browser has a new session now, and every other one has none.
      forgetCsrfToken()
      void client.invalidateQueries({ queryKey: viewer.queryKey })
      void client.invalidateQueries({ queryKey: sessions.queryKey })
    },
  })
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: InputOf<typeof deleteAccount>['body']) => call(deleteAccount, { body }),
  })
}
