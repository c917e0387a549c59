/** The kinds of callers, and the column of `STATUSES` that applies to each. */
export const CALLERS = {
  anonymous: 'visitor',
  expiredSession: 'visitor',
  idleSession: 'visitor',
  /** The session was ended; the browser has a CSRF token of its own again. */
  endedSession: 'visitor',
  /** The session was ended, and the browser still sends the CSRF token of it. */
  endedSessionWithItsToken: 'staleToken',
  /** The account was deleted, but a session of it is left. */
  deletedMember: 'visitor',
  /** A browser that signed up and has not verified the email. */
  unverifiedSignUp: 'visitor',
  otherMember: 'member',
  googleMember: 'member',
  /** A co-owner of all posts of the owner. Rows name in `except` what co-owners may do. */
  coOwner: 'member',
  /** Staff, with proof. */
  moderator: 'moderator',
  admin: 'admin',
  /** All others are the owner of the sample's post, comment, conversation and profile. */
  owner: 'owner',
  ownerWithFetchMetadataOnly: 'owner',
  ownerWithoutToken: 'wrongToken',
  ownerWithTokenOfOtherMember: 'wrongToken',
  ownerWithTokenOfVisitor: 'wrongToken',
  ownerFromForeignOrigin: 'wrongOrigin',
  ownerFromNullOrigin: 'wrongOrigin',
  ownerFromSubdomain: 'wrongOrigin',
  ownerFromOwnOriginCrossSite: 'wrongOrigin',
  ownerWithoutOriginAndFetchMetadata: 'wrongOrigin',
} as const satisfies Record<string, CallerGroup>

export type CallerName = keyof typeof CALLERS

type CallerGroup =
  | ('visitor' | 'staleToken' | 'member' | 'moderator' | 'admin')
  | ('owner' | 'wrongToken' | 'wrongOrigin')

/** The status per access class and group of callers. Calls that change nothing are not checked for token and origin. */
// oxfmt-ignore
const STATUSES = {
  readPublic:         { visitor: 'ok', staleToken: 'ok', member: 'ok', owner: 'ok', wrongToken: 'ok', wrongOrigin: 'ok' },
  readMember:         { visitor: 401,  staleToken: 401,  member: 'ok', owner: 'ok', wrongToken: 'ok', wrongOrigin: 'ok' },
  readOwner:          { visitor: 401,  staleToken: 401,  member: 404,  owner: 'ok', wrongToken: 'ok', wrongOrigin: 'ok' },
  changePublic:       { visitor: 'ok', staleToken: 403,  member: 'ok', owner: 'ok', wrongToken: 403,  wrongOrigin: 403 },
  /** Called before the page has a token: only the origin is checked. */
  changePublicOrigin: { visitor: 'ok', staleToken: 'ok', member: 'ok', owner: 'ok', wrongToken: 'ok', wrongOrigin: 403 },
  /** Sent by browsers on their own, without our token and possibly without an origin; changes nothing of a member's. */
  reportPublic:       { visitor: 'ok', staleToken: 'ok', member: 'ok', owner: 'ok', wrongToken: 'ok', wrongOrigin: 'ok' },
  changeMember:       { visitor: 401,  staleToken: 403,  member: 'ok', owner: 'ok', wrongToken: 403,  wrongOrigin: 403 },
  changeOwner:        { visitor: 401,  staleToken: 403,  member: 404,  owner: 'ok', wrongToken: 403,  wrongOrigin: 403 },
  /** Of the callers only staff has proof. */
  readMemberWithProof:   { visitor: 401, staleToken: 401, member: 403, owner: 403, wrongToken: 403, wrongOrigin: 403, moderator: 'ok', admin: 'ok' },
  changeMemberWithProof: { visitor: 401, staleToken: 403, member: 403, owner: 403, wrongToken: 403, wrongOrigin: 403, moderator: 'ok', admin: 'ok' },
  openSocket:         { visitor: 401,  staleToken: 401,  member: 'ok', owner: 'ok', wrongToken: 'ok', wrongOrigin: 403 },
  /** Calls of staff do not exist for others. */
  readModerator:      { visitor: 401,  staleToken: 401,  member: 404,  owner: 404,  wrongToken: 404,  wrongOrigin: 404, moderator: 'ok', admin: 'ok' },
  readAdmin:          { visitor: 401,  staleToken: 401,  member: 404,  owner: 404,  wrongToken: 404,  wrongOrigin: 404, moderator: 404,  admin: 'ok' },
  changeModerator:    { visitor: 401,  staleToken: 403,  member: 404,  owner: 404,  wrongToken: 403,  wrongOrigin: 403, moderator: 'ok', admin: 'ok' },
} as const satisfies Record<string, Statuses>

/** Staff gets what members get, unless the class says otherwise. */
type Statuses = Record<Exclude<CallerGroup, StaffGroup>, 'ok' | number> &
  Partial<Record<StaffGroup, 'ok' | number>>
type StaffGroup = 'moderator' | 'admin'

export interface AccessRow {
  access: keyof typeof STATUSES
  ok?: number
  /** The sample request. `{post}` and the like stand for the fixtures in `matrix-fixtures.ts`. */
  url?: string
  body?: object
  contentType?: string
  except?: Partial<Record<CallerName, number>>
  /** An allowed call ends sessions, so callers sign in again before and after it. */
  endsSessions?: true
}

export function getExpectedStatus({ access, ok = 200, except }: AccessRow, caller: CallerName) {
  const statuses: Statuses = STATUSES[access]
  const status = statuses[CALLERS[caller]] ?? statuses.member
  return except?.[caller] ?? (status === 'ok' ? ok : status)
}
