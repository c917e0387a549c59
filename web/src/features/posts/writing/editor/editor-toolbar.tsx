import { Toolbar } from '@base-ui/react/toolbar'
import { Bold, Code, Heading, Image, Italic, Link, List, Quote, Terminal } from 'lucide-react'
import { EDITOR_SHORTCUTS } from '../../../../lib/shortcuts/editor-shortcuts.ts'
import { formatKeys } from '../../../../lib/shortcuts/shortcut-keys.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import type { IconType } from '../../../../ui/icon.ts'
import type { MARKDOWN_EDITS } from './markdown-edits.ts'

export type MarkdownAction = keyof typeof MARKDOWN_EDITS

interface Props {
  onAction: (action: MarkdownAction) => void
  onPicture: () => void
  isMonospace: boolean
  onMonospaceChange: (isMonospace: boolean) => void
  disabled: boolean
}

/** Buttons that write Markdown. One stop for the Tab key; the arrow keys move between the buttons. */
export function EditorToolbar(props: Props) {
  const { onAction, onPicture, isMonospace, onMonospaceChange, disabled } = props
  return (
    <Toolbar.Root
      aria-label="Format the text"
      disabled={disabled}
      className="flex flex-wrap items-center rounded-control border border-line bg-surface p-0.5"
    >
      {ACTIONS.map(({ action, label, icon, keys }) => (
        <Toolbar.Button
          key={action}
          onClick={() => onAction(action)}
          render={
            <IconButton label={label} icon={icon} size="sm" keys={keys && formatKeys(keys)} />
          }
        />
      ))}
      <Toolbar.Button
        onClick={onPicture}
        render={<IconButton label="Add a picture" icon={Image} size="sm" />}
      />
      <Toolbar.Button
        aria-pressed={isMonospace}
        onClick={() => onMonospaceChange(!isMonospace)}
        className="ml-auto aria-pressed:bg-primary-soft aria-pressed:text-link"
        render={<IconButton label="Monospace font" icon={Terminal} size="sm" />}
      />
    </Toolbar.Root>
  )
}

const ACTIONS: { action: MarkdownAction; label: string; icon: IconType; keys?: string }[] = [
  { action: 'bold', label: 'Bold', icon: Bold, keys: EDITOR_SHORTCUTS.bold.keys },
  { action: 'italic', label: 'Italic', icon: Italic, keys: EDITOR_SHORTCUTS.italic.keys },
  { action: 'heading', label: 'Heading', icon: Heading },
  { action: 'link', label: 'Link', icon: Link, keys: EDITOR_SHORTCUTS.link.keys },
  { action: 'list', label: 'List', icon: List },
  { action: 'quote', label: 'Quote', icon: Quote },
  { action: 'code', label: 'Code', icon: Code },
]
