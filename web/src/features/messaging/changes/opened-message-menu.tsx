import { Flag, Pencil, Reply, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, MenuCheckboxRow, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import type { DisplayedMessage } from '../conversation/displayed-messages.ts'
import { REACTIONS } from './reactions.ts'
import { hasReacted, type MessageActions } from './use-message-actions.tsx'

interface Props {
  button: ComponentProps<typeof IconButton>
  message: DisplayedMessage
  actions: MessageActions
  pressedBy: 'pointer' | 'keyboard'
}

/** The menu of a message, with its code loaded. */
export function OpenedMessageMenu({ button, message, actions, pressedBy }: Props) {
  const { reply, react, edit, remove, report } = actions
  return (
    <Menu trigger={<IconButton {...button} />} openedBy={pressedBy}>
      {react && (
        <MenuCheckboxRow
          label="React"
          options={REACTIONS.map((reaction) => ({
            key: reaction.kind,
            label: reaction.name,
            text: reaction.emoji,
            isChecked: hasReacted(message, reaction),
            onChange: (isSet) => react(reaction, isSet),
          }))}
        />
      )}
      {react && (reply || edit || remove || report) && <MenuSeparator />}
      {reply && (
        <MenuItem icon={Reply} onSelect={reply}>
          Reply
        </MenuItem>
      )}
      {edit && (
        <MenuItem icon={Pencil} onSelect={edit}>
          Edit
        </MenuItem>
      )}
      {report && (
        <MenuItem icon={Flag} onSelect={report}>
          Report message
        </MenuItem>
      )}
      {remove && (
        <MenuItem icon={Trash2} danger onSelect={remove}>
          Delete for everyone
        </MenuItem>
      )}
    </Menu>
  )
}
