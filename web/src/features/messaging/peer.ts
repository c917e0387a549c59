import type { Participant } from '@dolph/contract/messaging/messaging'
import { readProfile } from '@dolph/contract/profiles/profiles'
import type { Person } from '@dolph/contract/people/people'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { isNotFound } from '../../lib/api/api-error.ts'

export function getPeerName(participant: Participant | undefined): string {
  return participant?.userName ?? 'Deleted User'
}

const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'by-id', id],
    queryFn: async ({ signal }): Promise<Participant | null> => {
      try {
        const { data } = await callEndpoint(readProfile, { params: { username: id } }, signal)
        // The endpoint takes a username, and a member's username may equal the id of another member.
        return data._id === id ? data : null
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    networkMode: 'always',
  })

/** Caches a member found by the people search, whose profile need not be fetched again. */
export function useCachePeer(): (person: Person) => void {
  const client = useQueryClient()
  return (person) => void client.setQueryData(memberQuery(person._id).queryKey, person)
}

interface PeerResult {
  /** Null when no member has this id; undefined until that is known. */
  peer: Participant | null | undefined
  hasFailed: boolean
  retry: () => void
}

/** The peer as the conversation names them, or, without messages, as their profile does. */
export function usePeer(id: string, known: Participant | undefined): PeerResult {
  const { data, isError, refetch } = useQuery({ ...memberQuery(id), enabled: known === undefined })
  return {
    peer: known ?? data,
    hasFailed: known === undefined && data === undefined && isError,
    retry: () => void refetch(),
  }
}
