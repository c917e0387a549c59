import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import type { RoleDialogProps } from './role-dialog.tsx'

export const lazyRoleDialog = createLazyModule(
  async () => (await import('./role-dialog.tsx')).RoleDialog,
)

/** The form of a role. Its code loads when it is opened first. */
export function LazyRoleDialog(props: RoleDialogProps) {
  return <LazyPart part={lazyRoleDialog} isEnabled={props.isOpen} props={props} />
}
