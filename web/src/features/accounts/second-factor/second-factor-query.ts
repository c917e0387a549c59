import {
  confirmTotp,
  giveSecondFactor,
  newRecoveryCodes,
  readSecondFactor,
  removeTotp,
  type SecondFactorForm,
  startTotp,
  stopSecondFactorReset,
} from '@dolph/contract/accounts/second-factor'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { accountEventsQuery, sessionsQuery } from '../data.ts'
import { startSession } from '../session/session.ts'

/** Whether the account asks for a code of an authenticator app, and how many recovery codes are left. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await callEndpoint(readSecondFactor, {}, signal)).data,
})

/** Ends a sign-in that has begun. */
export function useGiveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: SecondFactorForm) => {
      const reply = await callEndpoint(giveSecondFactor, { body })
      await startSession(client)
      return reply
    },
  })
}

export function useStartTotp() {
  return useMutation({ mutationFn: async () => (await callEndpoint(startTotp, {})).data })
}

export function useConfirmTotp() {
  const showChange = useShowChange()
  return useMutation({
    mutationFn: (code: string) => callEndpoint(confirmTotp, { body: { code } }),
    onSuccess: async () => {
      toast.success('Your authenticator app is on')
      await showChange()
    },
  })
}

export function useRemoveTotp() {
  const showChange = useShowChange()
  return useMutation({
    mutationFn: () => callEndpoint(removeTotp, {}),
    onSuccess: async () => {
      toast.success('Your authenticator app is off')
      await showChange()
    },
  })
}

export function useNewRecoveryCodes() {
  const showChange = useShowChange()
  return useMutation({
    mutationFn: async () => (await callEndpoint(newRecoveryCodes, {})).data.recoveryCodes,
    onSuccess: showChange,
  })
}

export function useStopSecondFactorReset() {
  return useMutation({
    mutationFn: (token: string) => callEndpoint(stopSecondFactorReset, { body: { token } }),
  })
}

/** Awaited, so that the page shows the new state when the action is over. */
function useShowChange() {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: accountEventsQuery.queryKey })
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
}
