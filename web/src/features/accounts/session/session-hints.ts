import { clearOfflineData } from '../../../offline/clear-offline-data.ts'

const SIGNED_IN_FLAG_KEY = 'auth'
/** Drafts survive an expired session, so `clearMemberStorage` skips the keys with this prefix. */
export const DRAFT_KEY_PREFIX = 'draft:'
/** Preferences of the device: `clearMemberStorage` skips these keys too. */
const DEVICE_KEYS: readonly string[] = ['theme', 'posts-view', 'message-sound', 'single-keys']
const SIGNED_IN_COOKIE = 'signed-in'
const AUTH_SUCCESS_COOKIE = 'auth-success'

/**
 * Whether the server should be asked for the viewer. The cookie and the flag grant nothing: they only save
 * visitors a request that would be answered with 401.
 */
export function mayBeSignedIn(): boolean {
  return (
    hasCookie(SIGNED_IN_COOKIE) ||
    tryStorage(() => sessionStorage.getItem(SIGNED_IN_FLAG_KEY)) !== null
  )
}

export function setSignedInHint(): void {
  tryStorage(() => sessionStorage.setItem(SIGNED_IN_FLAG_KEY, 'true'))
}

export function clearSignedInHint(): void {
  tryStorage(() => sessionStorage.removeItem(SIGNED_IN_FLAG_KEY))
}

/** Removes everything this browser stores about a member, except drafts. */
export function clearMemberStorage(): void {
  deleteCookie(SIGNED_IN_COOKIE)
  deleteCookie(AUTH_SUCCESS_COOKIE)
  void clearOfflineData()
  tryStorage(() => sessionStorage.clear())
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) {
      if (!DEVICE_KEYS.includes(key) && !key.startsWith(DRAFT_KEY_PREFIX))
        localStorage.removeItem(key)
    }
  })
}

/** True once after a sign-in with Google or GitHub has redirected back; deletes the cookie that tells so. */
export function consumeAuthSuccess(): boolean {
  if (!hasCookie(AUTH_SUCCESS_COOKIE) || !hasCookie(SIGNED_IN_COOKIE)) return false
  deleteCookie(AUTH_SUCCESS_COOKIE)
  setSignedInHint()
  return true
}

function hasCookie(name: string): boolean {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0])
  return names.includes(name) || names.includes(`__Host-${name}`)
}

function deleteCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
  document.cookie = `__Host-${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
}

/** Null where storage is disabled: the cookies suffice then. */
export function tryStorage<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
