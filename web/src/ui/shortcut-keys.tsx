import { Fragment } from 'react'
import { formatKeys } from '../lib/shortcuts/shortcut-keys.ts'
import { cx } from './cx.ts'

/** The keys of a shortcut, drawn as on a keyboard: `Mod+K`, or `G D` for one after the other. */
export function ShortcutKeys({ keys, className }: { keys: string; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap', className)}>
      {formatKeys(keys)
        .replaceAll('⌘ ', '⌘+')
        .split(' ')
        .map((step, index) => (
          <Fragment key={step}>
            {index > 0 && <span className="text-xs text-muted">then</span>}
            {step.split('+').map((key) => (
              <kbd key={key} className={KEY_CLASS}>
                {key}
              </kbd>
            ))}
          </Fragment>
        ))}
    </span>
  )
}

const KEY_CLASS = cx(
  'grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-sunken px-1 font-mono',
  'text-xs text-faint',
)
