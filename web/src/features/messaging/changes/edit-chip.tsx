import { Pencil, X } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

/** Above the field, while it holds the text of a message that was sent before. */
export function EditChip({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="mx-3 mb-1.5 flex items-center gap-1.5 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-2.5 text-xs text-muted md:mx-4">
      <Pencil className="size-3.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1">Editing a message. Everyone sees that it was edited.</p>
      <IconButton label="Cancel editing" icon={X} size="sm" onClick={onCancel} />
    </div>
  )
}
