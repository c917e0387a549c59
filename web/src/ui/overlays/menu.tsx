import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useRef, type FocusEvent, type ReactElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { POPUP_CLASS, POPUP_ITEM_CLASS } from './popup-classes.ts'
import type { IconType } from '../icon.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** For a menu whose code was loaded by the press that opens it: it starts open. */
  openedBy?: 'pointer' | 'keyboard'
  children: ReactNode
}

export function Menu({ trigger, openedBy, children }: MenuProps) {
  const isFirstFocusPending = useRef(openedBy === 'keyboard')

  /** Focuses the first entry after a key press, which the menu itself could not see as it was still loading. */
  function onFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
    if (!isFirstFocusPending.current || target !== currentTarget) return
    isFirstFocusPending.current = false
    currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }

  return (
    <Base.Root defaultOpen={openedBy !== undefined}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-50">
          <Base.Popup onFocus={onFocus} className={cx(POPUP_CLASS, 'min-w-44 p-1')}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface ItemProps {
  icon?: IconType
  children: ReactNode
}

interface ActionProps extends ItemProps {
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
}

export function MenuItem({ icon, onSelect, danger, disabled = false, children }: ActionProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={cx(POPUP_ITEM_CLASS, danger && 'text-danger data-highlighted:bg-danger-soft')}
    >
      <ItemContent icon={icon}>{children}</ItemContent>
    </Base.Item>
  )
}

export function MenuLink({ icon, to, children }: ItemProps & { to: string }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={POPUP_ITEM_CLASS}>
      <ItemContent icon={icon}>{children}</ItemContent>
    </Base.LinkItem>
  )
}

interface MenuRadioGroupProps<Value extends string> {
  label: string
  /** Null while none of the entries is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  /** `keepsOpen`: the menu offers further options after this one was chosen. */
  options: readonly { value: Value; label: string; icon?: IconType; keepsOpen?: boolean }[]
}

/** A group of entries of which one is chosen. */
export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { label, value, onChange, options } = props
  return (
    <Base.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick={!option.keepsOpen}
          className={POPUP_ITEM_CLASS}
        >
          <ItemContent icon={option.icon}>{option.label}</ItemContent>
          <Base.RadioItemIndicator className="ml-auto">
            <Check className="size-4 text-link" aria-hidden="true" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

interface MenuCheckboxRowProps {
  label: string
  options: readonly {
    key: string
    label: string
    /** What is shown in place of the label. */
    text: string
    isChecked: boolean
    onChange: (isChecked: boolean) => void
  }[]
}

/** Small entries beside each other, each of which is switched on or off. */
export function MenuCheckboxRow({ label, options }: MenuCheckboxRowProps) {
  return (
    <Base.Group aria-label={label} className="grid grid-cols-4 gap-0.5 sm:grid-cols-8">
      {options.map(({ key, label: name, text, isChecked, onChange }) => (
        <Base.CheckboxItem
          key={key}
          aria-label={name}
          checked={isChecked}
          closeOnClick
          onCheckedChange={onChange}
          className={cx(
            'grid size-9 place-items-center rounded-sm text-lg outline-none select-none',
            'data-checked:bg-primary-soft data-highlighted:bg-hover pointer-coarse:size-11',
          )}
        >
          {text}
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}

function ItemContent({
  icon: Icon,
  children,
}: {
  icon: IconType | undefined
  children: ReactNode
}) {
  return (
    <>
      {Icon && <Icon className="size-4 shrink-0 opacity-75" aria-hidden="true" />}
      {children}
    </>
  )
}
