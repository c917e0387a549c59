import { createLazyModule } from '../../../lib/lazy-module.ts'

/** The form of a role. Its code loads when it is opened first. */
export const lazyRoleDialog = createLazyModule(
  async () => (await import('./role-dialog.tsx')).RoleDialog,
)
