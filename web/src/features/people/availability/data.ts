import { endAvailability, setAvailability, type Availability } from '@dolph/contract/availability'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'

export function useSetAvailability() {
  return useMutation({
    mutationFn: async (body: Availability) => (await callEndpoint(setAvailability, { body })).data,
  })
}

export function useEndAvailability() {
  return useMutation({
    mutationFn: async () => (await callEndpoint(endAvailability, {})).data,
  })
}
