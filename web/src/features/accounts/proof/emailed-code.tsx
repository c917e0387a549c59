import type { ProofCodePurpose } from '@dolph/contract/accounts/accounts'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useSendProofCode } from '../data.ts'
import { useViewer } from '../session/use-viewer.ts'
import {
  describeEarlierCode,
  formatCooldown,
  getNextCodeTime,
  getNextCodeTimeOf,
} from '../sign-up/code-cooldown.ts'
import { useCountdown } from '../sign-up/countdown.ts'
import { VerificationCodeField } from '../sign-up/verification-code-field.tsx'

interface Props {
  purpose: ProofCodePurpose
  ref?: RefObject<HTMLInputElement | null>
  code: string
  error?: string | undefined
  onChange: (code: string) => void
}

/** Mails a code to the member as soon as it appears, and takes it. */
export function EmailedCode({ purpose, ref, code, error, onChange }: Props) {
  const email = useViewer()?.email
  const sending = useSendProofCode()
  const [nextCodeTime, setNextCodeTime] = useState(0)
  const [earlierCode, setEarlierCode] = useState<string>()
  const secondsLeft = useCountdown(nextCodeTime)

  function send() {
    sending.mutate(purpose, {
      onSuccess: () => {
        setNextCodeTime(getNextCodeTime())
        setEarlierCode(undefined)
      },
      onError: (failure) => {
        const time = getNextCodeTimeOf(failure)
        // A code is in the mailbox already: it is asked for all the same.
        setEarlierCode(time === undefined ? undefined : describeEarlierCode(time))
        if (time !== undefined) setNextCodeTime(time)
      },
    })
  }
  const sendFirst = useEffectEvent(send)
  useEffect(() => sendFirst(), [])

  return (
    <>
      {sending.error && earlierCode === undefined ? (
        <Banner kind="error">
          {getErrorMessage(sending.error, 'Failed to send verification code')}
        </Banner>
      ) : (
        <p role="status" className="text-sm wrap-anywhere text-muted">
          {sending.isSuccess || earlierCode
            ? `We sent a code to ${email}. `
            : `Sending a code to ${email}...`}
          {earlierCode}
        </p>
      )}
      <VerificationCodeField
        ref={ref}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <Button
        variant="ghost"
        disabled={sending.isPending || secondsLeft > 0}
        onClick={send}
        className="-mt-2 -ml-3 justify-self-start tabular-nums"
      >
        {formatCooldown('Send another code', secondsLeft)}
      </Button>
    </>
  )
}
