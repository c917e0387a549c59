import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** Sends the form it stands in, which only our script can do: by itself the browser would send it to nowhere. */
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
