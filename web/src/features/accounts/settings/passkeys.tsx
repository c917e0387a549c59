import { type Passkey, PASSKEYS_MAX } from '@dolph/contract/accounts/passkeys'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { passkeysQuery, useAddPasskey, useRemovePasskey } from '../passkeys/passkey-data.ts'
import { describePasskeyFailure } from '../passkeys/passkey-error.ts'
import { usePasskeySupport } from '../passkeys/passkey-support.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { SettingsSection } from './settings-section.tsx'

const LOAD_FAILED = 'The passkeys could not be loaded. Please refresh the page.'
const ADD_FAILED = 'The passkey could not be added. Please try again.'
const REMOVE_FAILED = 'The passkey could not be removed. Please try again.'

/** Lists the member's passkeys, and adds, renames and removes them. */
export function Passkeys() {
  const { data: passkeys, error } = useQuery(passkeysQuery)
  const isSupported = usePasskeySupport()
  const add = useAddPasskey()
  const remove = useRemovePasskey()
  const [renamedId, setRenamedId] = useState<string>()
  const [removed, setRemoved] = useState<Passkey>()
  const list = useRef<HTMLDivElement>(null)

  function startRemoval(passkey: Passkey) {
    remove.mutate(passkey._id, {
      onSuccess: () => {
        toast.success('Passkey removed')
        setRemoved(undefined)
        // Its row has gone with the button that opened the dialog.
        list.current?.focus()
      },
      onError: (problem) => {
        toast.error(getErrorMessage(problem, REMOVE_FAILED))
        setRemoved(undefined)
      },
    })
  }

  return (
    <SettingsSection
      heading="h3"
      title="Passkeys"
      lead="Log in with your fingerprint, face or screen lock. A passkey cannot be guessed, and works on no other site."
    >
      <div ref={list} tabIndex={-1} className="grid gap-5 outline-none">
        {error && !passkeys && <Banner kind="error">{getErrorMessage(error, LOAD_FAILED)}</Banner>}
        {!error && !passkeys && <PasskeysSkeleton />}
        {passkeys?.length === 0 && <p className="text-muted">You have no passkey yet.</p>}
        {passkeys && passkeys.length > 0 && (
          <ul className="-my-3 divide-y divide-line" aria-label="Your passkeys">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey._id}
                passkey={passkey}
                isRenamed={renamedId === passkey._id}
                onRename={(isOpen) => setRenamedId(isOpen ? passkey._id : undefined)}
                onRemove={() => setRemoved(passkey)}
              />
            ))}
          </ul>
        )}
        {add.error && <Banner kind="error">{describePasskeyFailure(add.error, ADD_FAILED)}</Banner>}
        {passkeys && !isSupported && (
          <p className="text-sm text-muted">
            This browser cannot use passkeys here. Open this page in another one to add one.
          </p>
        )}
        {passkeys && isSupported && passkeys.length < PASSKEYS_MAX && (
          <Button
            icon={KeyRound}
            className="justify-self-start"
            busy={add.isPending}
            onClick={() => add.mutate(undefined, { onSuccess: ({ _id }) => setRenamedId(_id) })}
          >
            Add a passkey
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removed !== undefined}
        danger
        title="Remove passkey"
        message="It no longer logs in to your account. On the device it stays until you delete it there."
        subject={removed?.name}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => removed && startRemoval(removed)}
        onCancel={() => setRemoved(undefined)}
      />
    </SettingsSection>
  )
}

/** Height of the sentence and the button of a member without passkeys, as most are. */
function PasskeysSkeleton() {
  return (
    <div role="status" className="grid animate-arrive-late gap-5">
      <span className="sr-only">Loading passkeys</span>
      <div className="flex h-6 items-center">
        <Skeleton className="h-3.5 w-44" />
      </div>
      <Skeleton className="h-10 w-36 rounded-control!" />
    </div>
  )
}
