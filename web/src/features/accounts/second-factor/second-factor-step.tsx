import { Smartphone } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { AccountForm } from '../account-form.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { VerificationCodeField } from '../sign-up/verification-code-field.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { getCodeError } from './code-error.ts'
import { useGiveSecondFactor } from './second-factor-query.ts'

interface Props {
  onDone: (recoveryCodesLeft: number | undefined) => void
  /** The sign-in has taken too long, or too many codes were wrong: it starts again. */
  onEnded: (reason: string) => void
  after: ReactNode
}

/** Asks for the second factor, in place of the form that asked for the first one. */
export function SecondFactorStep({ onDone, onEnded, after }: Props) {
  const [withRecoveryCode, setWithRecoveryCode] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const give = useGiveSecondFactor()
  const input = useRef<HTMLInputElement>(null)
  // A code is sent once: Enter after the sixth digit must not use up a second try.
  const sentCode = useRef('')
  const fieldError = getCodeError(give.error, withRecoveryCode ? 'recoveryCode' : 'code')

  useEffect(() => input.current?.focus(), [])

  function send(value: string) {
    if (give.isPending) return
    sentCode.current = value
    give.mutate(withRecoveryCode ? { recoveryCode: value } : { code: value }, {
      onSuccess: ({ recoveryCodesLeft }) => onDone(recoveryCodesLeft),
      onError: (error) => {
        if (isEnded(error)) onEnded(error.message)
        else input.current?.select()
      },
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const value = input.current?.value.trim() ?? ''
    setIsMissing(value === '')
    if (value === '') input.current?.focus()
    else send(value)
  }

  function switchKind() {
    give.reset()
    setIsMissing(false)
    flushSync(() => setWithRecoveryCode(!withRecoveryCode))
    input.current?.focus()
  }

  return (
    <AccountPageLayout
      title="One more step"
      icon={Smartphone}
      lead={
        withRecoveryCode
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the code from your authenticator app.'
      }
      after={after}
    >
      <AccountForm busy={give.isPending} onSubmit={submit}>
        {give.error && !fieldError && !isEnded(give.error) && (
          <Banner kind="error">
            {getErrorMessage(give.error, 'The server did not answer. Please try again.')}
          </Banner>
        )}
        {withRecoveryCode ? (
          <Field
            key="recovery-code"
            ref={input}
            name="recoveryCode"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="abcd-efgh-ijkl-mnop"
            error={isMissing ? 'Enter a recovery code' : fieldError}
            onChange={() => setIsMissing(false)}
          />
        ) : (
          <VerificationCodeField
            key="code"
            ref={input}
            name="code"
            label="Code"
            error={isMissing ? 'Enter the 6 digits that your app shows' : fieldError}
            onChange={() => setIsMissing(false)}
            onComplete={(code) => {
              if (code !== sentCode.current) send(code)
            }}
          />
        )}
        <SubmitButton variant="primary" busy={give.isPending}>
          {give.isPending ? 'Logging in...' : 'Log in'}
        </SubmitButton>
        <Button
          variant="ghost"
          className="max-sm:h-11"
          disabled={give.isPending}
          onClick={switchKind}
        >
          {withRecoveryCode ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      </AccountForm>
    </AccountPageLayout>
  )
}

/** The page leaves this step then, and says why there. */
function isEnded(error: Error): boolean {
  return error instanceof ApiError && error.code === 'code-expired'
}
