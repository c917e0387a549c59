import { PROOF_PAGES } from '@dolph/contract/accounts/accounts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useGiveProof } from '../data.ts'
import { getCodeError } from '../second-factor/code-error.ts'
import { secondFactorQuery } from '../second-factor/second-factor-query.ts'
import { VerificationCodeField } from '../sign-up/verification-code-field.tsx'
import { GoogleLogo } from '../sign-in/google-button.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { formatWait } from '@dolph/contract/format-wait'
import { AccountForm } from '../account-form.tsx'

const PASSWORD_LEAD =
  'Enter your password to continue, so that nobody else on this browser can take over your account.'
const GOOGLE_LEAD =
  'Google asks you to sign in once more and brings you back. What you typed stays on this device.'
const APP_LEAD = 'Enter the code from your authenticator app.'
const FAILED = 'This could not be confirmed. Please try again.'

export interface ProofDialogProps {
  isOpen: boolean
  onClose: (isGiven: boolean) => void
}

/** Asks for the password, for a code of the authenticator app or for a new sign-in with Google, before a call that protects the account goes on. */
export function ProofDialog({ isOpen, onClose }: ProofDialogProps) {
  const isGoogleAccount = useViewer()?.googleId !== undefined
  const { data: factor } = useQuery({ ...secondFactorQuery, enabled: isOpen })
  const [withApp, setWithApp] = useState(false)
  const hasApp = factor?.onSince != null
  const isByApp = hasApp && withApp
  const otherWay = isGoogleAccount ? 'Use Google instead' : 'Use your password instead'
  const lead = isGoogleAccount ? GOOGLE_LEAD : PASSWORD_LEAD
  const OtherProof = isGoogleAccount ? GoogleProof : PasswordProof
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => onClose(false)}
      title="Confirm it is you"
      description={isByApp ? APP_LEAD : lead}
    >
      <div className="grid gap-4">
        {isByApp ? <CodeProof onClose={onClose} /> : <OtherProof onClose={onClose} />}
        {hasApp && (
          <Button variant="ghost" className="justify-self-end" onClick={() => setWithApp(!withApp)}>
            {withApp ? otherWay : 'Use your authenticator app'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function CodeProof({ onClose }: Pick<ProofDialogProps, 'onClose'>) {
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const proof = useGiveProof()
  const fieldError = getCodeError(proof.error, 'code')
  useEffect(() => input.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (proof.isPending) return
    const code = input.current?.value ?? ''
    setIsMissing(code.length < 6)
    if (code.length < 6) return input.current?.focus()
    proof.mutate(
      { code },
      { onSuccess: () => onClose(true), onError: () => input.current?.select() },
    )
  }

  return (
    <AccountForm busy={proof.isPending} onSubmit={submit}>
      {proof.error && !fieldError && <Banner kind="error">{describeFailure(proof.error)}</Banner>}
      <VerificationCodeField
        ref={input}
        name="code"
        label="Code"
        error={isMissing ? 'Enter the 6 digits that your app shows' : fieldError}
        onChange={() => setIsMissing(false)}
      />
      <ProofButtons isBusy={proof.isPending} onClose={onClose} />
    </AccountForm>
  )
}

function ProofButtons({
  isBusy,
  onClose,
}: Pick<ProofDialogProps, 'onClose'> & { isBusy: boolean }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button disabled={isBusy} onClick={() => onClose(false)}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        Confirm
      </Button>
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
      <ProofButtons isBusy={proof.isPending} onClose={onClose} />
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
