import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { EDITOR_SHORTCUTS } from '../../lib/shortcuts/editor-shortcuts.ts'
import { isSingleKeyShortcut, SHORTCUTS, type Shortcut } from '../../lib/shortcuts/shortcuts.ts'
import { setDeviceSwitch, useDeviceSwitch } from '../../lib/device-switch.ts'
import { SINGLE_KEY_SHORTCUTS } from '../../lib/shortcuts/single-key-shortcuts.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import type { OverlayProps } from './overlay-props.ts'

/** The keyboard shortcuts that this viewer has. */
export function ShortcutsDialog({ isOpen, onClose }: OverlayProps) {
  const viewer = useViewer()
  const all: Shortcut[] = [...Object.values(SHORTCUTS), ...Object.values(EDITOR_SHORTCUTS)]
  const groups = Map.groupBy(
    all.filter(
      ({ isForMembers, isForModerators }) =>
        (viewer || !isForMembers) && (viewer?.role || !isForModerators),
    ),
    ({ group }) => group,
  )

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()} title="Keyboard shortcuts">
      <div className="grid gap-6">
        <SingleKeysSwitch />
        {[...groups].map(([group, shortcuts]) => (
          <section key={group} aria-label={group} className="grid gap-1">
            <h3 className="text-xs font-medium text-faint">{group}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map((shortcut) => (
                <ShortcutRow key={shortcut.description} shortcut={shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function ShortcutRow({ shortcut }: { shortcut: Shortcut }) {
  const isOff = !useDeviceSwitch(SINGLE_KEY_SHORTCUTS) && isSingleKeyShortcut(shortcut)
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5 text-sm">
      <dt className={isOff ? 'text-faint' : undefined}>{shortcut.description}</dt>
      <dd className="flex shrink-0 items-center gap-2">
        {isOff && <span className="text-xs text-faint">Off</span>}
        <ShortcutKeys keys={shortcut.keys} />
      </dd>
    </div>
  )
}

function SingleKeysSwitch() {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 rounded-control border border-line bg-sunken p-3">
      <div className="grid gap-0.5">
        <p id={id} className="text-sm font-medium">
          Single-key shortcuts
        </p>
        <p id={`${id}-hint`} className="text-xs text-muted">
          Keys such as / and ? and G then B. Remembered on this device.
        </p>
      </div>
      <Switch.Root
        checked={useDeviceSwitch(SINGLE_KEY_SHORTCUTS)}
        onCheckedChange={(on) => setDeviceSwitch(SINGLE_KEY_SHORTCUTS, on)}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="flex h-6 w-10 shrink-0 items-center rounded-full border border-edge bg-surface p-0.5 transition-colors data-checked:border-transparent data-checked:bg-primary"
      >
        <Switch.Thumb className="size-4.5 rounded-full bg-edge transition-transform data-checked:translate-x-4 data-checked:bg-on-primary" />
      </Switch.Root>
    </div>
  )
}
