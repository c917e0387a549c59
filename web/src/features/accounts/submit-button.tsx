import type { ComponentProps } from 'react'
import { useHydrated } from '../../lib/hydrated.ts'
import { Button } from '../../ui/button.tsx'

/** Does nothing until the script runs: before that, the browser itself would send the form, and to nowhere. */
export function SubmitButton(button: Omit<ComponentProps<typeof Button>, 'type'>) {
  const hydrated = useHydrated()
  return (
    <Button
      {...button}
      type={hydrated ? 'submit' : 'button'}
      aria-disabled={hydrated ? undefined : true}
    />
  )
}
