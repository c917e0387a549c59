import type { Role } from '@dolph/contract/roles/roles'
import { useEffect, useState } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { useUrlParams } from '../../../lib/url/use-url-params.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useRoleParam } from '../../roles/linked-role.ts'
import { canAskFor } from './find-join-option.ts'

const lazyAskForRoleDialog = createLazyModule(
  async () => (await import('./ask-for-role-dialog.tsx')).AskForRoleDialog,
)

/** Opens the form to join through the role in `?ask=`: the button of the page leads there, and logging in leads back there. */
export function LinkedAskDialog({ roles }: { roles: readonly Role[] }) {
  const askedId = useRoleParam('ask')
  const [, changeParams] = useUrlParams()
  const askable = roles.filter(canAskFor)
  const role = askable.find(({ _id }) => _id === askedId)
  // Stays while the dialog closes.
  const [shown, setShown] = useState(role)
  if (role && role !== shown) setShown(role)

  const setAsked = (id: string | undefined) =>
    changeParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (id === undefined) next.delete('ask')
        else next.set('ask', id)
        return next
      },
      { replace: true },
    )

  // Otherwise the form would open by itself once the role can be asked for again.
  const isOutdated = askedId !== undefined && role === undefined
  useEffect(() => {
    if (isOutdated) setAsked(undefined)
  })

  if (!shown) return null
  return (
    <LazyPart
      part={lazyAskForRoleDialog}
      props={{
        role: shown,
        roles: askable,
        isOpen: role !== undefined,
        onChoose: setAsked,
        onClose: () => setAsked(undefined),
      }}
    />
  )
}
