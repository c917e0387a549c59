import type { Participant } from '@dolph/contract/messaging'
import { readProfile } from '@dolph/contract/profiles'
import type { Person } from '@dolph/contract/people'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, callEndpoint } from '../../lib/api.ts'

export function getPeerName(party: Participant | undefined): string {
  return party?.userName ?? 'Deleted User'
}

const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'by-id', id],
    queryFn: async ({ signal }): Promise<Participant | null> => {
      try {
        const { data } = await callEndpoint(readProfile, { params: { username: id } }, signal)
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
export function useCachePeer(): (person: Person) => void {
  const client = useQueryClient()
  return (person) => void client.setQueryData(memberQuery(person._id).queryKey, person)
}

interface PeerResult {
  /** Null when there is nobody of that id, undefined until that is known. */
  peer: Participant | null | undefined
  hasFailed: boolean
  retry: () => void
}

/** Who the other is: as the conversation says, or, where nothing was said yet, as their profile does. */
export function usePeer(id: string, known: Participant | undefined): PeerResult {
  const { data, isError, refetch } = useQuery({ ...memberQuery(id), enabled: known === undefined })
  return {
    peer: known ?? data,
    hasFailed: known === undefined && data === undefined && isError,
    retry: () => void refetch(),
  }
}
