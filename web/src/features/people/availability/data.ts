import {
  endAvailability,
  setAvailability,
  type Availability,
} from '@dolph/contract/people/availability'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { refreshOnboarding } from '../../accounts/onboarding.ts'

export function useSetAvailability() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Availability) => (await callEndpoint(setAvailability, { body })).data,
    onSuccess: () => refreshOnboarding(client),
  })
}

export function useEndAvailability() {
  return useMutation({
    mutationFn: async () => (await callEndpoint(endAvailability, {})).data,
  })
}
