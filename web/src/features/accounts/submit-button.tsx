import type { ComponentProps } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'

/** Submits the surrounding form; hidden without JavaScript, because the form has no action of its own. */
export function SubmitButton(button: Omit<ComponentProps<typeof Button>, 'type'>) {
  return (
    <>
      <Button
        {...button}
        className={cx('max-sm:h-11 noscript:hidden', button.className)}
        type="submit"
      />
      <p className="hidden text-sm text-muted noscript:block">This form needs JavaScript.</p>
    </>
  )
}
