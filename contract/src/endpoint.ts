import type { z } from 'zod/mini'
import type { ErrorCode } from './errors.ts'

interface Schema {
  params?: z.ZodMiniType
  querystring?: z.ZodMiniType
  body?: z.ZodMiniType
  response: { [status: number]: z.ZodMiniType }
}

/** Who may call: an admin may call what moderators may, and a moderator what members may. */
export type Access = 'public' | 'member' | 'moderator' | 'admin'

/**
 * What a changing call needs against CSRF. `token`: the token of its session; reading calls send it once the page has it.
 * `origin`: no token, but our own origin, for calls that are made before the page has one. `none`: neither.
 */
export type Csrf = 'token' | 'origin' | 'none'

/** The rate limits that calls count against; the API has their figures. */
export type Limit = 'read' | 'write' | 'search' | 'people' | 'like' | 'message' | 'role'

/**
 * What a decision of a moderator can close to a member. `suspension`: only a suspension closes the call; `posting` and
 * `messaging`: a limit of that activity does too; `none`: the call is open to suspended members.
 */
export type Restriction = 'none' | 'suspension' | 'posting' | 'messaging'

/** Where a call reads. A standby of the database may be up to a second behind what others wrote. */
export type Source = 'primary' | 'standby'

/** The limit depends on whether a parameter of the query string is present and not empty. */
export interface LimitByParameter {
  parameter: string
  present: Limit
  absent: Limit
}

/** What the API enforces around the handler of a call. */
export interface CallPolicy {
  access: Access
  csrf: Csrf
  limit: Limit | LimitByParameter
  /** Proof that the member makes the call. `always`: every call needs it; `sometimes`: the handler decides. */
  proof?: 'always' | 'sometimes'
  restriction: Restriction
  /** What `primary` is for: sessions, forms that are saved back, messages, decisions, and calls that write. */
  source: Source
  /** A standby may not have yet what the URL names: before the call is refused with `not-found`, the primary is asked. */
  confirmsMissing: boolean
  /** Whether the reply says which state of the database its caller has to see from now on. */
  returnsPosition: boolean
  /**
   * What makes a repeated call change nothing more than the first: the field `tempId` or `liked` in its body, a body without `email`,
   * or `always` the call itself. The web sends such a call again when its reply was lost, and every other changing call only once.
   */
  idempotentBy?: 'tempId' | 'liked' | 'noEmail' | 'always'
  /** The form field of a call that takes one file instead of a JSON body. */
  filePart?: string
  /** The codes with which the handler refuses, besides those that any call can be refused with. */
  errors: readonly ErrorCode[]
}

export interface Endpoint<S extends Schema = Schema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/api/${string}`
  schema: S
  config: CallPolicy
}

/**
 * By default a call needs the CSRF token, counts as `read` (GET) or `write`, its handler refuses nothing, a suspended member may not
 * call it unless it is a GET or public, it reads from the primary, and its reply has a position unless it is a GET.
 */
type Declaration<S extends Schema> = Omit<Endpoint<S>, 'config'> &
  Pick<CallPolicy, 'access'> &
  Partial<CallPolicy>

/**
 * Describes one HTTP call completely. The result is a Fastify route that lacks only its handler; the web client and the
 * tests call the same object.
 */
export function defineEndpoint<S extends Schema>({
  method,
  url,
  schema,
  ...policy
}: Declaration<S>): Endpoint<S> {
  const limit = method === 'GET' ? 'read' : 'write'
  const restriction = method === 'GET' || policy.access === 'public' ? 'none' : 'suspension'
  const reading = {
    source: 'primary',
    confirmsMissing: false,
    returnsPosition: method !== 'GET',
  } as const
  const defaults = { csrf: 'token', limit, restriction, ...reading, errors: [] } as const
  return { method, url, schema, config: { ...defaults, ...policy } }
}

/** What a caller supplies: exactly the parts the endpoint declares. */
export type InputOf<E extends Endpoint> = {
  [Part in keyof Omit<E['schema'], 'response'>]: E['schema'][Part] extends z.ZodMiniType
    ? z.input<E['schema'][Part]>
    : never
}

export type ReplyOf<E extends Endpoint> = z.output<
  E['schema']['response'][keyof E['schema']['response']]
>
