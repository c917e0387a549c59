import type { Party } from '@dolph/contract/messaging'
import { readProfile } from '@dolph/contract/profiles'
import type { Person } from '@dolph/contract/people'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'

export function nameOf(party: Party | undefined): string {
  return party?.userName ?? 'Deleted User'
}

const member = (id: string) =>
  queryOptions({
    queryKey: ['people', 'by-id', id],
    queryFn: async ({ signal }): Promise<Party | null> => {
      try {
        const { data } = await call(readProfile, { params: { username: id } }, signal)
        // Somebody may be called like the id of another.
        return data._id === id ? data : null
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }
    },
    networkMode: 'always',
  })

/** Whoever was just found by name need not be asked about again. */
export function useIntroduce(): (person: Person) => void {
  const client = useQueryClient()
  return (person) => void client.setQueryData(member(person._id).queryKey, person)
}

interface Peer {
  /** Null when there is nobody of that id, undefined until that is known. */
  peer: Party | null | undefined
  hasFailed: boolean
  retry: () => void
}

/** Who the other is: as the conversation says, or, where nothing was said yet, as their profile does. */
export function usePeer(id: string, known: Party | undefined): Peer {
  const { data, isError, refetch } = useQuery({ ...member(id), enabled: known === undefined })
  return {
    peer: known ?? data,
    hasFailed: known === undefined && data === undefined && isError,
    retry: () => void refetch(),
  }
}
