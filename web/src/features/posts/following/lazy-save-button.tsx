import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import type { SaveButtonProps } from './save-button.tsx'

const lazySaveButton = createLazyModule(async () => (await import('./save-button.tsx')).SaveButton)

/** The Save button for members: visitors' pages do not load its code. */
export function LazySaveButton(props: SaveButtonProps) {
  return (
    <LazyPart part={lazySaveButton} isEnabled={props.post.follow !== undefined} props={props} />
  )
}
