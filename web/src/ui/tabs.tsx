import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'

interface Tab<Value extends string> {
  value: Value
  label: string
  icon?: IconType
  panel: ReactNode
  disabled?: boolean
  /** Keeps the state of the panel while another tab is shown, such as typed text. */
  keepMounted?: boolean
  /** The place of the panel when all are shown. */
  unfoldedClassName?: string
}

interface Props<Value extends string> {
  /** Names the list of tabs for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows all panels at once, without tabs; changing it keeps the state of panels that are kept mounted. */
  isUnfolded?: boolean
  className?: string
  /** Follows the shown panel: the first of them when all are shown. */
  footer?: ReactNode
  unfoldedFooterClassName?: string
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isUnfolded = false,
  className,
  footer,
  unfoldedFooterClassName,
}: Props<Value>) {
  const panels = tabs.map((tab) => (
    <Base.Panel
      key={tab.value}
      value={tab.value}
      keepMounted={isUnfolded || (tab.keepMounted ?? false)}
      className={isUnfolded ? tab.unfoldedClassName : 'rounded-sm pt-4'}
      {...(isUnfolded && UNFOLDED_PANEL)}
    >
      {tab.panel}
    </Base.Panel>
  ))
  if (footer) {
    // The Tab key follows the order of the elements.
    panels.splice(
      isUnfolded ? 1 : panels.length,
      0,
      <div key="footer" className={isUnfolded ? unfoldedFooterClassName : 'pt-6'}>
        {footer}
      </div>,
    )
  }
  return (
    <Base.Root value={value} onValueChange={onChange} className={className}>
      {/* The text of the first tab begins where everything else does. */}
      <div hidden={isUnfolded} className="border-b border-line">
        <Base.List
          aria-label={label}
          className="-mx-1 flex gap-4 overflow-x-auto overflow-y-hidden"
        >
          {tabs.map(({ value: each, label: name, icon: Icon, disabled = false }) => (
            <Base.Tab key={each} value={each} disabled={disabled} className={TAB_CLASS}>
              {Icon && <Icon className="size-4" aria-hidden="true" />}
              {name}
            </Base.Tab>
          ))}
        </Base.List>
      </div>
      {panels}
    </Base.Root>
  )
}

/** Without its tab, a panel is a part of the page like any other. */
const UNFOLDED_PANEL = {
  role: undefined,
  'aria-labelledby': undefined,
  tabIndex: undefined,
  hidden: false,
  inert: false,
}

const TAB_CLASS = cx(
  'relative flex h-10 shrink-0 items-center gap-2 rounded-t-sm px-1 text-sm font-medium text-muted',
  'whitespace-nowrap transition-colors select-none hover:text-ink',
  'focus-visible:-outline-offset-2 data-disabled:opacity-50 data-active:text-ink',
  'after:absolute after:inset-x-1 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent',
  'after:transition-colors data-active:after:bg-primary',
)
