import type { IconType } from '../../ui/icon.ts'

/** An entry that another feature adds to the menu. */
export interface MenuAction {
  label: string
  icon: IconType
  onSelect: () => void
  danger?: boolean
}
