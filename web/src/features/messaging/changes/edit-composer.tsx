import { useEffect, useRef, type ComponentProps } from 'react'
import { Composer, type ComposerHandle } from '../conversation/composer.tsx'
import { EditChip } from './edit-chip.tsx'
import type { useMessageActions } from './use-message-actions.tsx'

interface Props extends Pick<ComponentProps<typeof Composer>, 'name' | 'mentionable'> {
  changes: ReturnType<typeof useMessageActions>
}

/** The message field with the text of a message that was sent before. It keeps what was typed until the server has it. */
export function EditComposer({ changes, ...composer }: Props) {
  const { edited, isSaving, save, cancelEdit } = changes
  const field = useRef<ComposerHandle>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  if (!edited) return null
  return (
    <>
      <EditChip onCancel={cancelEdit} />
      <Composer
        {...composer}
        ref={field}
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
