import { clearOfflineData } from '../../offline/clear-offline-data.ts'

const SIGNED_IN_FLAG_KEY = 'auth'
/** How the names of drafts begin: what a member typed outlives their session. */
export const DRAFT_KEY_PREFIX = 'draft:'
/** How the page looks and sounds is the device's business, whoever sits at it. */
const DEVICE_KEYS: readonly string[] = ['theme', 'posts-view', 'message-sound']
const SIGNED_IN_COOKIE = 'signed-in'
const AUTH_SUCCESS_COOKIE = 'auth-success'

/**
 * Whether it is worth asking the server who is looking. The cookies and the flag carry no authority:
 * they only spare visitors a call that could have but one answer.
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

/** Everything about a member that this browser keeps, except what they typed. */
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

/** True once, when a third-party sign-in has just led back here. */
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

/** Storage can be forbidden; the cookies then suffice. */
function tryStorage<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
