/**
 * What a member may read again without a connection, in the contract's notation. Nothing that writes or searches, and
 * no post that is to be changed: that starts from the post as it is.
 */
export const OFFLINE_ENDPOINTS: readonly string[] = [
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

export const VIEWER_ENDPOINT = '/api/users/me'

/** Who is signed in may be another from here on. */
export const SIGN_IN_ENDPOINTS: readonly string[] = [
  '/api/users/login',
  '/api/users/auth/google/sign-up',
]

/** Once they have succeeded, nobody is signed in any more. */
export const SIGN_OUT_ENDPOINTS: readonly string[] = [
  '/api/users/logout',
  '/api/profile/delete-account',
]

const GOOGLE_SIGN_IN_PATH = '/api/users/auth/google'

export function isAvailableOffline(url: URL): boolean {
  // A search is made anew, and its words are nobody's business.
  if (url.searchParams.has('q')) return false
  if (url.pathname === SYNC_ENDPOINT)
    return url.searchParams.get('lastSyncTime') === INITIAL_SYNC_TIME
  return PATH_PATTERNS.some((shape) => shape.test(url.pathname))
}

export function isPictureUrl(url: URL): boolean {
  return url.pathname.startsWith('/pictures/')
}

/** Whether a request is on its way to sign somebody in, by password or by way of Google. */
export function isSignInRequest(method: string, { pathname }: URL): boolean {
  if (method === 'GET')
    return pathname === GOOGLE_SIGN_IN_PATH || pathname === `${GOOGLE_SIGN_IN_PATH}/callback`
  return SIGN_IN_ENDPOINTS.includes(pathname)
}

export function isSignOutRequest(method: string, { pathname }: URL): boolean {
  return method !== 'GET' && SIGN_OUT_ENDPOINTS.includes(pathname)
}

const SYNC_ENDPOINT = '/api/messages/sync'
/** How the first page of a conversation is asked for. What follows one moment follows no other. */
const INITIAL_SYNC_TIME = '9999-12-31T23:59:59.999Z'

const PATH_PATTERNS = OFFLINE_ENDPOINTS.filter((call) => call !== SYNC_ENDPOINT).map(
  (call) => new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`),
)
