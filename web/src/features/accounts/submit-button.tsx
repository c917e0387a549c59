import type { ComponentProps } from 'react'
import { useHydrated } from '../../lib/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** Does nothing until the script runs: before that, the browser itself would send the form, and to nowhere. */
export function SubmitButton(button: Omit<ComponentProps<typeof Button>, 'type'>) {
  const hydrated = useHydrated()
  return (
    <Button
      {...button}
      className={cx('max-sm:h-11', button.className)}
      type={hydrated ? 'submit' : 'button'}
      aria-disabled={hydrated ? undefined : true}
    />
  )
}
