import type { MemberRelation } from '@dolph/contract/safety/safety'
import type { MemberSession, MemberState } from '../accounts/session/member-session.ts'
import { updateIgnoredMember } from './ignored-members-query.ts'
import { relationQuery } from './relation-query.ts'

type Listener = (userId: string, relation: MemberRelation) => void

/** Applies the relations of the signed-in member that changed, in this tab or elsewhere, and notifies about them. */
export class RelationChanges implements MemberState {
  readonly #session: MemberSession
  readonly #listeners = new Set<Listener>()

  constructor(session: MemberSession) {
    this.#session = session
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  apply(userId: string, relation: MemberRelation): void {
    const { client, memberId } = this.#session
    client.setQueryData(relationQuery(memberId, userId).queryKey, relation)
    updateIgnoredMember(client, memberId, userId, relation)
    for (const listener of this.#listeners) listener(userId, relation)
  }

  /** Fetches a relation that has changed on the server. */
  async refetch(userId: string): Promise<void> {
    const { client, memberId } = this.#session
    const query = relationQuery(memberId, userId)
    // A reply under way may be older than the change.
    await client.cancelQueries({ queryKey: query.queryKey })
    const relation = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
    if (relation && this.#session.isActive()) this.apply(userId, relation)
  }

  close(): void {
    this.#listeners.clear()
  }
}
