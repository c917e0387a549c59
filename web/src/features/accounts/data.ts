import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import {
  changePassword,
  type Credentials,
  deleteAccount,
  forgotPassword,
  giveProof,
  logIn,
  logOut,
  resendVerification,
  resetPassword,
  type Proof,
  type ProofCodePurpose,
  sendPasswordCode,
  sendProofCode,
  type SignUpForm,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { confirmEmail, undoEmailChange } from '@dolph/contract/accounts/email-change'
import { endOtherSessions, listSessions } from '@dolph/contract/accounts/sessions'
import type { InputOf } from '@dolph/contract/endpoint'
import { disconnectGitHub, startGitHubConnection } from '@dolph/contract/accounts/github'
import {
  finishGitHubSignUp,
  finishGoogleSignUp,
  getGitHubSignUp,
  getGoogleSignUp,
} from '@dolph/contract/accounts/provider-sign-up'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { clearCsrfToken } from '../../lib/api/csrf-token.ts'
import { startSession } from './session/session.ts'
import { clearSignedInHint } from './session/session-hints.ts'
import { viewerQuery } from './session/viewer-query.ts'
import { endVerificationStep } from './sign-up/verification-step.ts'

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
    queryFn: async ({ signal }) => {
      const reply = await callEndpoint(verifyEmail, { params: { token } }, signal)
      // Otherwise the login page would ask for the code of an email that is verified.
      endVerificationStep()
      return reply
    },
    staleTime: Infinity,
  })

/**
 * A query, so that mounting the page twice shares one request. The abort signal is not passed on, since unmounting must not cancel a confirmation that is under way.
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

export function useUndoEmailChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => callEndpoint(undoEmailChange, { body: { token } }),
    // The session of this browser may have ended with all others of that account.
    onSuccess: () => void client.invalidateQueries({ queryKey: viewerQuery.queryKey }),
  })
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: InputOf<typeof forgotPassword>['body']) =>
      callEndpoint(forgotPassword, { body }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: InputOf<typeof resetPassword>['body']) =>
      callEndpoint(resetPassword, { body }),
  })
}

export type Provider = 'google' | 'github'

/** What the provider says about a new member who has no username yet. */
export const providerSignUpQuery = (provider: Provider) =>
  queryOptions({
    queryKey: ['provider-sign-up', provider],
    queryFn: async ({ signal }) => {
      const endpoint = provider === 'google' ? getGoogleSignUp : getGitHubSignUp
      return (await callEndpoint(endpoint, {}, signal)).data
    },
    staleTime: Infinity,
    gcTime: 0,
  })

export function useFinishProviderSignUp(provider: Provider) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userName: string) => {
      const endpoint = provider === 'google' ? finishGoogleSignUp : finishGitHubSignUp
      await callEndpoint(endpoint, { body: { userName } })
      await startSession(client)
    },
  })
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await callEndpoint(listSessions, {}, signal)).data,
})

const EVENTS_PAGE_SIZE = 8

/** What happened to the account, newest first. */
export const accountEventsQuery = infiniteQueryOptions({
  queryKey: ['account-events'],
  queryFn: ({ pageParam: cursor, signal }) => {
    const querystring = { limit: EVENTS_PAGE_SIZE, cursor }
    return callEndpoint(listAccountEvents, { querystring }, signal)
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ data }) => data),
})

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callEndpoint(endOtherSessions, {}),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: accountEventsQuery.queryKey })
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

export function useGiveProof() {
  return useMutation({
    mutationFn: (body: Proof) => callEndpoint(giveProof, { body }),
  })
}

export function useSendProofCode() {
  return useMutation({
    mutationFn: (purpose: ProofCodePurpose) => callEndpoint(sendProofCode, { body: { purpose } }),
  })
}

export function useStartGitHubConnection() {
  return useMutation({ mutationFn: () => callEndpoint(startGitHubConnection, {}) })
}

export function useDisconnectGitHub() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callEndpoint(disconnectGitHub, {}),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: accountEventsQuery.queryKey })
      return client.invalidateQueries({ queryKey: viewerQuery.queryKey })
    },
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
      void client.invalidateQueries({ queryKey: accountEventsQuery.queryKey })
    },
  })
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: InputOf<typeof deleteAccount>['body']) =>
      callEndpoint(deleteAccount, { body }),
  })
}
