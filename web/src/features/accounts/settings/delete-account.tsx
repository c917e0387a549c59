import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDeleteAccount } from '../data.ts'
import { EmailedCode } from '../proof/emailed-code.tsx'
import { useProviderError } from '../sign-in/provider-error.ts'
import { useMemberSession } from '../session/member-session.ts'
import type { ProofMethod } from '../session/sign-in-methods.ts'
import { clearDeviceData } from '../session/session.ts'
import { viewerQuery } from '../session/viewer-query.ts'
import { SettingsSection } from './settings-section.tsx'
import { AccountForm } from '../account-form.tsx'

/** The section of the page with the copy of the data. */
export const COPY_ID = 'copy'
const QUESTION = 'Are you sure you want to delete your account? This action cannot be undone.'

interface Props {
  proofMethod: ProofMethod
  onDeleted: () => void
}

export function DeleteAccount({ proofMethod, onDeleted }: Props) {
  const [params, setParams] = useSearchParams()
  const isReauthenticated = params.has('reauthenticated')
  const [step, setStep] = useState<'closed' | 'confirm' | 'google'>(
    isReauthenticated ? 'confirm' : 'closed',
  )
  /** The password or the emailed code. */
  const [proof, setProof] = useState('')
  const [isProofMissing, setIsProofMissing] = useState(false)
  const proofInput = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const session = useMemberSession()
  const deletion = useDeleteAccount()
  // A ref, because a double click calls `confirm` twice before the pending state is rendered.
  const isSent = useRef(false)

  const googleError = useProviderError()

  function close() {
    setStep('closed')
    setProof('')
    setIsProofMissing(false)
    deletion.reset()
    if (isReauthenticated) setParams({}, { replace: true })
  }

  function changeProof(typed: string) {
    setProof(typed)
    setIsProofMissing(false)
  }

  function confirm() {
    if (isSent.current) return
    if (proofMethod === 'google' && !isReauthenticated) return setStep('google')
    if (proofMethod !== 'google' && proof === '') {
      setIsProofMissing(true)
      return proofInput.current?.focus()
    }
    isSent.current = true
    deletion.mutate(proofMethod === 'google' ? {} : { [proofMethod]: proof }, {
      onSuccess: () => {
        clearDeviceData(session)
        // Marks the cached viewer as fresh: no query asks for the deleted member while the notice is shown.
        client.setQueryData(viewerQuery.queryKey, (member) => member)
        toast.success('Account deleted successfully. Redirecting to homepage...')
        onDeleted()
      },
      onError: () => {
        isSent.current = false
        proofInput.current?.select()
      },
    })
  }

  return (
    <SettingsSection
      heading="h3"
      title="Delete Account"
      lead="Your profile, posts and likes are deleted. Messages stay with the people you wrote to, without your name."
    >
      {googleError && (
        <Banner kind="info" className="mb-4">
          {googleError}
        </Banner>
      )}
      <Button
        icon={Trash2}
        onClick={() => setStep('confirm')}
        className="text-danger! not-disabled:hover:border-danger! not-disabled:hover:bg-danger-soft!"
      >
        Delete account
      </Button>
      <p className="mt-3 text-sm">
        <a
          href={`#${COPY_ID}`}
          className="rounded-sm font-medium text-link underline decoration-link/35 underline-offset-3 transition-colors hover:decoration-link"
        >
          Take your data with you first
        </a>
      </p>
      <ConfirmDialog
        open={step === 'confirm'}
        title="Delete account"
        message={QUESTION}
        confirmLabel="Delete account"
        danger
        busy={deletion.isPending}
        onConfirm={confirm}
        onCancel={close}
      >
        <AccountForm
          busy={deletion.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
          className="mt-2 gap-4 empty:hidden"
        >
          {deletion.error && (
            <Banner kind="error">
              {getErrorMessage(deletion.error, 'Failed to delete account. Please try again.')}
            </Banner>
          )}
          {proofMethod === 'password' && (
            <PasswordField
              ref={proofInput}
              label="Password"
              autoComplete="current-password"
              value={proof}
              onChange={(event) => changeProof(event.target.value)}
              error={isProofMissing ? 'Password is required' : undefined}
            />
          )}
          {proofMethod === 'code' && (
            <EmailedCode
              purpose="delete-account"
              ref={proofInput}
              code={proof}
              onChange={changeProof}
              error={isProofMissing ? 'Enter the 6 digits of the code' : undefined}
            />
          )}
        </AccountForm>
      </ConfirmDialog>
      <ConfirmDialog
        open={step === 'google'}
        title="Sign in once more"
        message="Google will ask you to sign in again, so that nobody else can delete your account. Then you are asked one last time."
        confirmLabel="Continue to Google"
        onConfirm={() => location.assign('/api/users/auth/google?deleteAccount=true')}
        onCancel={close}
      />
    </SettingsSection>
  )
}
