import { chooseTheme, useThemeChoice } from '../../lib/theme.ts'
import type { IconType } from '../../ui/icon.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuRadioGroup } from '../../ui/overlays/menu.tsx'
import { THEME_CHOICES } from './theme-choices.ts'

interface Props {
  icon: IconType
  /** How the button was pressed that loaded the menu: the menu starts open. */
  pressedBy: 'pointer' | 'keyboard'
}

export function ThemeMenu({ icon, pressedBy }: Props) {
  const choice = useThemeChoice()
  return (
    <Menu trigger={<IconButton label="Theme" icon={icon} />} openedBy={pressedBy}>
      <MenuRadioGroup label="Theme" value={choice} onChange={chooseTheme} options={THEME_CHOICES} />
    </Menu>
  )
}
