import { PROOF_PAGES } from '@dolph/contract/accounts/accounts'
import { KeyRound } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useGiveProof } from '../data.ts'
import { useProveByPasskey } from '../passkeys/passkey-data.ts'
import { describePasskeyFailure } from '../passkeys/passkey-error.ts'
import { usePasskeySupport } from '../passkeys/passkey-support.ts'
import { GoogleLogo } from '../sign-in/google-button.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { formatWait } from '@dolph/contract/format-wait'
import { AccountForm } from '../account-form.tsx'

const PASSWORD_LEAD =
  'Enter your password to continue, so that nobody else on this browser can take over your account.'
const GOOGLE_LEAD =
  'Google asks you to sign in once more and brings you back. What you typed stays on this device.'
const FAILED = 'This could not be confirmed. Please try again.'

export interface ProofDialogProps {
  isOpen: boolean
  onClose: (isGiven: boolean) => void
}

/** Asks for a passkey, the password, or a new sign-in with Google, before a call that protects the account goes on. */
export function ProofDialog({ isOpen, onClose }: ProofDialogProps) {
  const viewer = useViewer()
  const isGoogleAccount = viewer?.googleId !== undefined
  const isPasskeySupported = usePasskeySupport()
  const hasPasskey = viewer?.hasPasskey === true && isPasskeySupported
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => onClose(false)}
      title="Confirm it is you"
      description={isGoogleAccount ? GOOGLE_LEAD : PASSWORD_LEAD}
    >
      {hasPasskey && <PasskeyProof onClose={onClose} />}
      {isGoogleAccount ? <GoogleProof onClose={onClose} /> : <PasswordProof onClose={onClose} />}
    </Dialog>
  )
}

function PasskeyProof({ onClose }: Pick<ProofDialogProps, 'onClose'>) {
  const proof = useProveByPasskey()
  return (
    <div className="grid gap-4">
      {proof.error && (
        <Banner kind="error">
          {describePasskeyFailure(proof.error, describeFailure(proof.error))}
        </Banner>
      )}
      <Button
        icon={KeyRound}
        variant="primary"
        className="w-full"
        busy={proof.isPending}
        onClick={() => proof.mutate(undefined, { onSuccess: () => onClose(true) })}
      >
        Use a passkey
      </Button>
      <div className="flex items-center gap-3 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
    </div>
  )
}

function PasswordProof({ onClose }: Pick<ProofDialogProps, 'onClose'>) {
  const email = useViewer()?.email
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const proof = useGiveProof()
  const fieldError = proof.error instanceof ApiError ? proof.error.fields['password'] : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (proof.isPending) return
    setIsMissing(password === '')
    if (password === '') return input.current?.focus()
    proof.mutate(
      { password },
      {
        onSuccess: () => onClose(true),
        onError: () => input.current?.select(),
      },
    )
  }

  return (
    <AccountForm busy={proof.isPending} onSubmit={submit}>
      {proof.error && !fieldError && <Banner kind="error">{describeFailure(proof.error)}</Banner>}
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={input}
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setIsMissing(false)
        }}
        error={isMissing ? 'Password is required' : fieldError}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={proof.isPending} onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={proof.isPending}>
          Confirm
        </Button>
      </div>
    </AccountForm>
  )
}

function GoogleProof({ onClose }: Pick<ProofDialogProps, 'onClose'>) {
  const page = PROOF_PAGES.find((path) => path === location.pathname) ?? '/settings'
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={() => onClose(false)}>Cancel</Button>
      <Button
        icon={GoogleLogo}
        onClick={() => location.assign(`/api/users/auth/google?proofFor=${page}`)}
      >
        Continue with Google
      </Button>
    </div>
  )
}

function describeFailure(error: Error): string {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  if (seconds !== undefined) return `Too many attempts. Please try again in ${formatWait(seconds)}.`
  return getErrorMessage(error, FAILED)
}
