import { LazyJoinRequestAction } from '../../features/join-requests/asking/lazy-join-request-action.tsx'
import { RolesPage } from '../../features/roles/browse/roles-page.tsx'

/** The open roles, and what a member can do about each: join requests need roles, so roles cannot import from them. */
export function OpenRolesPage() {
  return <RolesPage RoleAction={LazyJoinRequestAction} />
}
