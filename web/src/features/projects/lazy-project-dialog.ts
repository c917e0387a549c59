import { createLazyModule } from '../../lib/lazy-module.ts'

/** What the owners say about a project. Its code loads when it is opened first. */
export const lazyProjectDialog = createLazyModule(
  async () => (await import('./project-dialog.tsx')).ProjectDialog,
)
