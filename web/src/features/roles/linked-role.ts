import { useSearchParams } from 'react-router'
import { useScrollToElement } from '../../lib/url/use-scroll-to-element.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'

/** `?role=` shows a role on the page of its project; `?ask=` opens the form that asks to join through it. */
type RoleParam = 'role' | 'ask'

/** The id of the role in a parameter. Undefined during hydration: the document is the same for every query. */
export function useRoleParam(name: RoleParam): string | undefined {
  const [params] = useSearchParams()
  const isHydrated = useHydrated()
  return (isHydrated && params.get(name)) || undefined
}

/** The id of the role that the address shows. Scrolls to it and focuses it once the roles are loaded. */
export function useLinkedRole(isLoaded: boolean): string | undefined {
  const roleId = useRoleParam('role')
  useScrollToElement(roleId && getRoleElementId(roleId), isLoaded)
  return roleId
}

export function getRoleElementId(roleId: string): string {
  return `role-${roleId}`
}
