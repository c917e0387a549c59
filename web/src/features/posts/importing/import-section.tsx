import type { ProjectImport } from '@dolph/contract/imports/imports'
import { FileInput } from 'lucide-react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'

const lazyImportDialog = createLazyModule(
  async () => (await import('./import-dialog.tsx')).ImportDialog,
)

interface Props {
  findReplaced: (draft: ProjectImport) => string[]
  onFill: (draft: ProjectImport) => void
}

/** The way to fill the form of a new post from what is written about the project elsewhere. */
export function ImportSection({ findReplaced, onFill }: Props) {
  const dialog = useLazyDialog(lazyImportDialog)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <p className="text-sm text-muted">Already on GitHub?</p>
      <Button
        size="sm"
        icon={FileInput}
        onPointerEnter={lazyImportDialog.load}
        onFocus={lazyImportDialog.load}
        onClick={dialog.open}
      >
        Start from GitHub or a README
      </Button>
      <LazyPart
        part={lazyImportDialog}
        isEnabled={dialog.wasOpened}
        props={{ isOpen: dialog.isOpen, findReplaced, onFill, onClose: dialog.close }}
      />
    </div>
  )
}
