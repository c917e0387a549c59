/**
 * What a member may read again without a connection, in the contract's notation. Nothing that writes or searches, and
 * no post that is to be changed: that starts from the post as it is.
 */
export const KEPT_CALLS: readonly string[] = [
  '/api/users/me',
  '/api/posts/browse',
  '/api/posts/user/me',
  '/api/posts/user/:userId',
  '/api/posts/auth/:id',
  '/api/comments/post/:id',
  '/api/comments/:id/replies',
  '/api/profile/me',
  '/api/profile/user/:username',
  '/api/messages',
  '/api/messages/conversations',
  '/api/messages/sync',
]

export const VIEWER_CALL = '/api/users/me'

/** Who is signed in may be another from here on. */
export const SIGN_IN_CALLS: readonly string[] = [
  '/api/users/login',
  '/api/users/auth/google/sign-up',
]

/** Once they have succeeded, nobody is signed in any more. */
export const SIGN_OUT_CALLS: readonly string[] = [
  '/api/users/logout',
  '/api/profile/delete-account',
]

const GOOGLE = '/api/users/auth/google'

export function isKept(url: URL): boolean {
  // A search is made anew, and its words are nobody's business.
  if (url.searchParams.has('q')) return false
  if (url.pathname === SYNC) return url.searchParams.get('lastSyncTime') === NEVER
  return SHAPES.some((shape) => shape.test(url.pathname))
}

export function isPicture(url: URL): boolean {
  return url.pathname.startsWith('/pictures/')
}

/** Whether a request is on its way to sign somebody in, by password or by way of Google. */
export function signsIn(method: string, { pathname }: URL): boolean {
  if (method === 'GET') return pathname === GOOGLE || pathname === `${GOOGLE}/callback`
  return SIGN_IN_CALLS.includes(pathname)
}

export function signsOut(method: string, { pathname }: URL): boolean {
  return method !== 'GET' && SIGN_OUT_CALLS.includes(pathname)
}

const SYNC = '/api/messages/sync'
/** How the first page of a conversation is asked for. What follows one moment follows no other. */
const NEVER = '9999-12-31T23:59:59.999Z'

const SHAPES = KEPT_CALLS.filter((call) => call !== SYNC).map(
  (call) => new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`),
)
