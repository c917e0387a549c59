import { changePassword, VerificationCode } from '@dolph/contract/accounts/accounts'
import { NewPassword } from '@dolph/contract/accounts/passwords'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import {
  describeEarlierCode,
  formatCooldown,
  getNextCodeTime,
  getNextCodeTimeOf,
} from '../sign-up/code-cooldown.ts'
import { useCountdown } from '../sign-up/countdown.ts'
import { VerificationCodeField } from '../sign-up/verification-code-field.tsx'
import { useChangePassword, useSendPasswordCode } from '../data.ts'
import { getBannerText, showFieldErrors } from '../field-errors.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { connection } from '../../../realtime/connection.ts'
import { SettingsSection } from './settings-section.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { AccountForm } from '../account-form.tsx'

const { currentPassword } = changePassword.schema.body.shape
const passwordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  { error: 'New passwords do not match', path: ['confirmPassword'] },
)
const passwordFields = { currentPassword, newPassword: NewPassword, confirmPassword: z.string() }
const PasswordsForm = z
  .object({ ...passwordFields, verificationCode: z.string() })
  .check(passwordsMatch)
const PasswordsAndCodeForm = z
  .object({ ...passwordFields, verificationCode: VerificationCode })
  .check(passwordsMatch)

const FIELDS = ['currentPassword', 'newPassword', 'verificationCode'] as const
const EMPTY_FORM = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
  verificationCode: '',
}

/** Two steps, so that a stolen session alone cannot change the password: a code goes to the member's email. */
export function ChangePassword({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function close() {
    flushSync(() => setIsOpen(false))
    opener.current?.focus()
  }

  return (
    <SettingsSection
      heading="h3"
      title="Change Password"
      lead="We email you a code to make sure it’s you. Every other browser is logged out."
    >
      {isOpen ? (
        <ChangePasswordForm email={email} onClose={close} />
      ) : (
        <Button ref={opener} onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      )}
    </SettingsSection>
  )
}

interface FormProps {
  email: string
  onClose: () => void
}

function ChangePasswordForm({ email, onClose }: FormProps) {
  const sendCode = useSendPasswordCode()
  const change = useChangePassword()
  const [isCodeSent, setIsCodeSent] = useState(false)
  const [nextCodeTime, setNextCodeTime] = useState(0)
  const secondsLeft = useCountdown(nextCodeTime)
  const [earlierCode, setEarlierCode] = useState<string>()
  const form = useForm({
    resolver: zodResolver(isCodeSent ? PasswordsAndCodeForm : PasswordsForm),
    defaultValues: EMPTY_FORM,
  })
  const typed = useWatch({ control: form.control, name: 'newPassword' })
  const { errors } = form.formState
  const problem = getBannerText(change.error, 'Failed to update password', FIELDS)

  useEffect(() => {
    form.setFocus(isCodeSent ? 'verificationCode' : 'currentPassword')
  }, [isCodeSent, form])

  function requestCode() {
    setEarlierCode(undefined)
    change.reset()
    sendCode.mutate(undefined, {
      onSuccess: () => {
        setNextCodeTime(getNextCodeTime())
        setIsCodeSent(true)
        form.resetField('verificationCode')
      },
      onError: (error) => {
        const time = getNextCodeTimeOf(error)
        if (time === undefined) return
        // A code is in the mailbox already: it is asked for all the same.
        setNextCodeTime(time)
        setEarlierCode(describeEarlierCode(time))
        setIsCodeSent(true)
      },
    })
  }

  const submit = form.handleSubmit((values) => {
    if (!isCodeSent) return requestCode()
    change.mutate(values, {
      onSuccess: () => {
        // The server closes the socket of the old session with 1000, after which it does not reconnect by itself.
        connection.connectNow()
        toast.success('Password updated successfully')
        onClose()
      },
      onError: (error) => showFieldErrors(form, error, FIELDS),
    })
  })
  const busy = sendCode.isPending || change.isPending
  const isCodeExpired = change.error instanceof ApiError && change.error.code === 'code-expired'

  return (
    <AccountForm busy={busy} onSubmit={submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {sendCode.error && earlierCode === undefined && (
        <Banner kind="error">
          {getErrorMessage(sendCode.error, 'Failed to send verification code')}
        </Banner>
      )}
      {problem && <Banner kind="error">{problem}</Banner>}
      <PasswordField
        {...form.register('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      <NewPasswordFields
        newPassword={{
          field: form.register('newPassword'),
          label: 'New password',
          typed,
          error: errors.newPassword?.message,
        }}
        confirmation={{
          field: form.register('confirmPassword'),
          label: 'Confirm new password',
          error: errors.confirmPassword?.message,
        }}
      />
      {isCodeSent && (
        <>
          {earlierCode && <Banner kind="info">{earlierCode}</Banner>}
          {sendCode.data && (
            <Banner kind="success">
              {sendCode.data.message || 'Verification code sent to your email'}
            </Banner>
          )}
          <VerificationCodeField
            {...form.register('verificationCode')}
            error={errors.verificationCode?.message}
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton
          variant="primary"
          busy={busy}
          disabled={!isCodeSent && secondsLeft > 0}
          className="tabular-nums"
        >
          {isCodeSent ? 'Update password' : formatCooldown('Send verification code', secondsLeft)}
        </SubmitButton>
        {isCodeSent && (
          <Button
            variant={isCodeExpired ? 'secondary' : 'ghost'}
            disabled={busy || secondsLeft > 0}
            onClick={requestCode}
            className="tabular-nums max-sm:h-11"
          >
            {formatCooldown('Send another code', secondsLeft)}
          </Button>
        )}
        <Button variant="ghost" disabled={busy} onClick={onClose} className="max-sm:h-11">
          Cancel
        </Button>
      </div>
    </AccountForm>
  )
}
