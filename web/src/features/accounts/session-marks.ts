import { forgetSeen } from '../../offline/forget-seen.ts'

const FLAG = 'auth'
/** How the names of drafts begin: what a member typed outlives their session. */
export const DRAFT = 'draft:'
/** How the page looks and sounds is the device's business, whoever sits at it. */
const DEVICE_KEYS: readonly string[] = ['theme', 'posts-view', 'message-sound']
const SIGNED_IN = 'signed-in'
const AUTH_SUCCESS = 'auth-success'

/**
 * Whether it is worth asking the server who is looking. The cookies and the flag carry no authority:
 * they only spare visitors a call that could have but one answer.
 */
export function mayBeSignedIn(): boolean {
  return hasCookie(SIGNED_IN) || stored(() => sessionStorage.getItem(FLAG)) !== null
}

export function markSignedIn(): void {
  stored(() => sessionStorage.setItem(FLAG, 'true'))
}

export function unmarkSignedIn(): void {
  stored(() => sessionStorage.removeItem(FLAG))
}

/** Everything about a member that this browser keeps, except what they typed. */
export function clearMarks(): void {
  dropCookie(SIGNED_IN)
  dropCookie(AUTH_SUCCESS)
  void forgetSeen()
  stored(() => sessionStorage.clear())
  stored(() => {
    for (const key of Object.keys(localStorage)) {
      if (!DEVICE_KEYS.includes(key) && !key.startsWith(DRAFT)) localStorage.removeItem(key)
    }
  })
}

/** True once, when a third-party sign-in has just led back here. */
export function takeAuthSuccess(): boolean {
  if (!hasCookie(AUTH_SUCCESS) || !hasCookie(SIGNED_IN)) return false
  dropCookie(AUTH_SUCCESS)
  markSignedIn()
  return true
}

function hasCookie(name: string): boolean {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0])
  return names.includes(name) || names.includes(`__Host-${name}`)
}

function dropCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
  document.cookie = `__Host-${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
}

/** Storage can be forbidden; the cookies then suffice. */
function stored<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
