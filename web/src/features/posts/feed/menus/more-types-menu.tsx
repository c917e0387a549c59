import type { PostType } from '@dolph/contract/posts/post-type'
import type { ReactElement } from 'react'
import { Menu, MenuRadioGroup } from '../../../../ui/overlays/menu.tsx'
import { POST_TYPES } from '../../post-type.ts'

interface Props {
  types: readonly PostType[]
  value: PostType | undefined
  onChoose: (type: PostType) => void
  trigger: ReactElement
  /** How the button was pressed that loaded the menu: the menu starts open. */
  pressedBy: 'pointer' | 'keyboard'
}

/** The menu of the types without a button of their own. */
export function MoreTypesMenu({ types, value, onChoose, trigger, pressedBy }: Props) {
  return (
    <Menu trigger={trigger} openedBy={pressedBy}>
      <MenuRadioGroup
        label="More types"
        options={types.map((type) => ({ value: type, ...POST_TYPES[type] }))}
        value={value ?? null}
        onChange={onChoose}
      />
    </Menu>
  )
}
