import { PROOF_PAGES } from '@dolph/contract/accounts/accounts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType, type FormEvent } from 'react'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useGiveProof } from '../data.ts'
import { useProveByPasskey } from '../passkeys/passkey-data.ts'
import { describePasskeyFailure } from '../passkeys/passkey-error.ts'
import { usePasskeySupport } from '../passkeys/passkey-support.ts'
import { getCodeError } from '../second-factor/code-error.ts'
import { secondFactorQuery } from '../second-factor/second-factor-query.ts'
import { getProofMethod, listSignInMethods, type ProofMethod } from '../session/sign-in-methods.ts'
import { VerificationCodeField } from '../sign-up/verification-code-field.tsx'
import { GoogleLogo } from '../sign-in/google-button.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { formatWait } from '@dolph/contract/format-wait'
import { AccountForm } from '../account-form.tsx'
import { EmailedCode } from './emailed-code.tsx'

const PASSWORD_LEAD =
  'Enter your password to continue, so that nobody else on this browser can take over your account.'
const GOOGLE_LEAD =
  'Google asks you to sign in once more and brings you back. What you typed stays on this device.'
const CODE_LEAD =
  'Enter the code that we email you, so that nobody else on this browser can take over your account.'
const APP_LEAD = 'Enter the code from your authenticator app.'
const FAILED = 'This could not be confirmed. Please try again.'

export interface ProofDialogProps {
  isOpen: boolean
  onClose: (isGiven: boolean) => void
}

type FormProps = Pick<ProofDialogProps, 'onClose'>

/** Asks for what the account has, before a call that protects the account goes on. */
export function ProofDialog({ isOpen, onClose }: ProofDialogProps) {
  const viewer = useViewer()
  const { data: factor } = useQuery({ ...secondFactorQuery, enabled: isOpen })
  const [withApp, setWithApp] = useState(false)
  const hasApp = factor?.onSince != null
  const isPasskeySupported = usePasskeySupport()
  const hasPasskey =
    isPasskeySupported && viewer !== null && listSignInMethods(viewer).includes('passkey')
  const { lead, otherWay, Form } = METHODS[viewer ? getProofMethod(viewer) : 'password']
  const isByApp = hasApp && withApp
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => onClose(false)}
      title="Confirm it is you"
      description={isByApp ? APP_LEAD : lead}
    >
      {hasPasskey && <PasskeyProof onClose={onClose} />}
      <div className="grid gap-4">
        {isByApp ? <AppCodeProof onClose={onClose} /> : <Form onClose={onClose} />}
        {hasApp && (
          <Button variant="ghost" className="justify-self-end" onClick={() => setWithApp(!withApp)}>
            {withApp ? otherWay : 'Use your authenticator app'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function AppCodeProof({ onClose }: FormProps) {
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const proof = useGiveProof()
  const fieldError = getCodeError(proof.error, 'appCode')
  useEffect(() => input.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (proof.isPending) return
    const appCode = input.current?.value ?? ''
    setIsMissing(appCode.length < 6)
    if (appCode.length < 6) return input.current?.focus()
    proof.mutate(
      { appCode },
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

function PasskeyProof({ onClose }: FormProps) {
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

function ProofButtons({ isBusy, onClose }: FormProps & { isBusy: boolean }) {
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

function PasswordProof({ onClose }: FormProps) {
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

function EmailedCodeProof({ onClose }: FormProps) {
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const proof = useGiveProof()
  const fieldError = proof.error instanceof ApiError ? proof.error.fields['code'] : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (proof.isPending) return
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
      <EmailedCode
        purpose="proof"
        ref={input}
        code={code}
        onChange={(typed) => {
          setCode(typed)
          setIsMissing(false)
        }}
        error={isMissing ? 'Enter the 6 digits of the code' : fieldError}
      />
      <ProofButtons isBusy={proof.isPending} onClose={onClose} />
    </AccountForm>
  )
}

function GoogleProof({ onClose }: FormProps) {
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

interface Method {
  lead: string
  /** What leads back to it from the authenticator app. */
  otherWay: string
  Form: ComponentType<FormProps>
}

const METHODS: Record<ProofMethod, Method> = {
  password: { lead: PASSWORD_LEAD, otherWay: 'Use your password instead', Form: PasswordProof },
  google: { lead: GOOGLE_LEAD, otherWay: 'Use Google instead', Form: GoogleProof },
  code: { lead: CODE_LEAD, otherWay: 'Use an emailed code instead', Form: EmailedCodeProof },
}

function describeFailure(error: Error): string {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  if (seconds !== undefined) return `Too many attempts. Please try again in ${formatWait(seconds)}.`
  return getErrorMessage(error, FAILED)
}
