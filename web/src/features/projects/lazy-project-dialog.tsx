import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import type { ProjectDialogProps } from './project-dialog.tsx'

const lazyProjectDialog = createLazyModule(
  async () => (await import('./project-dialog.tsx')).ProjectDialog,
)

/** What the owners say about a project. Its code loads when it is opened first. */
export function LazyProjectDialog(props: ProjectDialogProps) {
  return <LazyPart part={lazyProjectDialog} isEnabled={props.isOpen} props={props} />
}
