import type { ReactNode, SyntheticEvent } from 'react'
import { cx } from '../../ui/cx.ts'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'

interface Props {
  /** While the form is sent, its fields are read-only. */
  busy: boolean
  onSubmit: (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => unknown
  className?: string
  children: ReactNode
}

/** A form with a password or code. `post`: submitted before hydration, it must not put them into the URL. */
export function AccountForm({ busy, onSubmit, className = 'gap-5', children }: Props) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className={cx('grid', className)}
    >
      <ReadOnlyFields value={busy}>{children}</ReadOnlyFields>
    </form>
  )
}
