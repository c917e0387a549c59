import type { Viewer } from '@dolph/contract/accounts/viewer'
import { QueryClientContext, type QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useViewer, VIEWER_KEY } from './use-viewer.ts'

/** What a feature holds for the signed-in member, beside the query cache. */
export interface MemberState {
  /** Ends what is still running. Nothing needs to be cleared: the object is not used again. */
  close: () => void
}

/**
 * The state of one signed-in member in this tab. It is created when the member is known, and thrown away with all that
 * features hold in it when the member signs out or another one signs in. See docs/decisions/0055-member-session.md.
 */
export class MemberSession {
  readonly client: QueryClient
  readonly memberId: string
  readonly #states = new Map<new (session: MemberSession) => MemberState, MemberState>()
  #isClosed = false

  constructor(client: QueryClient, memberId: string) {
    this.client = client
    this.memberId = memberId
  }

  /** The session's one object of this class, created on first use. Its constructor starts nothing, so it may run in a render. */
  get<T extends MemberState>(State: new (session: MemberSession) => T): T {
    const existing = this.#states.get(State)
    if (existing instanceof State) return existing
    const created = new State(this)
    this.#states.set(State, created)
    return created
  }

  /** False as soon as the member has signed out, even before the page has rendered without them. */
  isActive(): boolean {
    return (
      !this.#isClosed && this.client.getQueryData<Viewer | null>(VIEWER_KEY)?._id === this.memberId
    )
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Undoes `close`: in development, React runs each effect twice. */
  open(): void {
    this.#isClosed = false
  }

  close(): void {
    this.#isClosed = true
    for (const state of this.#states.values()) state.close()
    // A query that only this member may see has the member's id in its key.
    this.client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(this.memberId) })
  }
}

/** The session of the tab's member: one object, whichever component asks first. */
export class CurrentSession {
  #session: MemberSession | undefined

  get(client: QueryClient, memberId: string): MemberSession {
    const { client: knownClient, memberId: knownId, isClosed } = this.#session ?? {}
    if (!this.#session || isClosed || knownClient !== client || knownId !== memberId) {
      this.#session = new MemberSession(client, memberId)
    }
    return this.#session
  }
}

interface ProvidedSession {
  session: MemberSession | null
  current: CurrentSession
}

export const MemberSessionContext = createContext<ProvidedSession | null>(null)

/**
 * Null for a visitor and until the viewer is loaded. A page can be rendered with the viewer from the cache before the
 * provider is notified of them: it gets the session that the provider is going to provide.
 */
export function useMemberSession(): MemberSession | null {
  const provided = use(MemberSessionContext)
  const client = use(QueryClientContext)
  const memberId = useViewer()?._id
  if (provided?.session) return provided.session
  return provided && client && memberId !== undefined
    ? provided.current.get(client, memberId)
    : null
}

/** The signed-in member's object of this class, in components that are rendered for members only. */
export function useMemberState<T extends MemberState>(State: new (session: MemberSession) => T): T {
  const session = useMemberSession()
  if (!session) throw new Error(`${State.name} is used without a signed-in member`)
  return session.get(State)
}
