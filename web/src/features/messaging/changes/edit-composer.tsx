import { useEffect, type ComponentProps, type RefObject } from 'react'
import { Composer, type ComposerHandle } from '../conversation/composer.tsx'
import { EditChip } from './edit-chip.tsx'
import type { useMessageActions } from './use-message-actions.tsx'

interface Props extends Pick<ComponentProps<typeof Composer>, 'name' | 'mentionable'> {
  changes: ReturnType<typeof useMessageActions>
  ref: RefObject<ComposerHandle | null>
}

/** The message field with the text of a message that was sent before. It keeps what was typed until the server has it. */
export function EditComposer({ changes, ref, ...composer }: Props) {
  const { edited, isSaving, save, cancelEdit } = changes
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref])
  if (!edited) return null
  return (
    <>
      <EditChip onCancel={cancelEdit} />
      <Composer
        {...composer}
        ref={ref}
        draftKey={`edit:${edited._id}`}
        opening={edited.content}
        editing={{ isSaving, onCancel: cancelEdit }}
        onSend={save}
        onType={ignore}
        onStop={ignore}
      />
    </>
  )
}

/** Editing is not typing: the others wait for nothing. */
function ignore(): void {}
