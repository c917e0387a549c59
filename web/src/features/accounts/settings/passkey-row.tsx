import { PASSKEY_NAME_MAX, PasskeyName, type Passkey } from '@dolph/contract/accounts/passkeys'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useRenamePasskey } from '../passkeys/passkey-data.ts'

interface Props {
  passkey: Passkey
  /** Whether its name is being edited. */
  isRenamed: boolean
  onRename: (isOpen: boolean) => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, isRenamed, onRename, onRemove }: Props) {
  const renameButton = useRef<HTMLButtonElement>(null)

  function close() {
    flushSync(() => onRename(false))
    renameButton.current?.focus()
  }

  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-hover text-muted">
        <KeyRound className="size-4.5" aria-hidden="true" />
      </span>
      <div className="min-w-48 flex-1">
        {isRenamed ? (
          <RenameForm passkey={passkey} onClose={close} />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <p className="min-w-0 font-medium wrap-anywhere">
                <bdi>{passkey.name}</bdi>
              </p>
              {passkey.isBackedUp && <Badge>Synced</Badge>}
            </div>
            <p className="text-sm text-muted">
              Added <RelativeTime at={passkey.createdAt} />,{' '}
              {passkey.lastUsedAt === null ? (
                'not used yet'
              ) : (
                <>
                  last used <RelativeTime at={passkey.lastUsedAt} />
                </>
              )}
            </p>
          </>
        )}
      </div>
      {!isRenamed && (
        <div className="flex gap-2">
          <Button
            ref={renameButton}
            size="sm"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => onRename(true)}
          >
            Rename
          </Button>
          <Button size="sm" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const rename = useRenamePasskey()

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (rename.isPending) return
    const parsed = z.safeParse(PasskeyName, name)
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message)
      input.current?.focus()
      return
    }
    if (parsed.data === passkey.name) return onClose()
    rename.mutate(
      { id: passkey._id, name: parsed.data },
      {
        onSuccess: onClose,
        onError: (error) => {
          const fieldError = error instanceof ApiError ? error.fields['name'] : undefined
          if (fieldError === undefined)
            toast.error(getErrorMessage(error, 'The name could not be saved. Please try again.'))
          setProblem(fieldError)
        },
      },
    )
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <Field
        ref={input}
        label="Name of the passkey"
        value={name}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="sm" busy={rename.isPending}>
          Save
        </Button>
        <Button size="sm" disabled={rename.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
