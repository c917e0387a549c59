import type { startTotp } from '@dolph/contract/accounts/second-factor'
import type { ReplyOf } from '@dolph/contract/endpoint'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { AccountForm } from '../account-form.tsx'
import { VerificationCodeField } from '../sign-up/verification-code-field.tsx'
import { getCodeError } from './code-error.ts'
import { useConfirmTotp } from './second-factor-query.ts'

const lazyQrCode = createLazyModule(async () => (await import('./qr-code.tsx')).QrCode)

interface Props {
  started: ReplyOf<typeof startTotp>['data']
  onCancel: () => void
}

/** The secret, to be scanned or typed, and the code that shows that the app has it. */
export function ScanStep({ started: { secret, uri }, onCancel }: Props) {
  const confirm = useConfirmTotp()
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone: a keyboard goes on here.
  useEffect(() => heading.current?.focus(), [])
  const fieldError = getCodeError(confirm.error, 'code')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (confirm.isPending) return
    const code = input.current?.value ?? ''
    setIsMissing(code.length < 6)
    if (code.length < 6) return input.current?.focus()
    confirm.mutate(code, { onError: () => input.current?.select() })
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <h4 ref={heading} tabIndex={-1} className="font-medium outline-none">
          Scan this code
        </h4>
        <p className="text-sm text-pretty text-muted">
          Use an authenticator app, such as Aegis, 2FAS, Google Authenticator or your password
          manager.
        </p>
      </div>
      <LazyPart
        part={lazyQrCode}
        props={{ text: uri, label: 'QR code for your authenticator app' }}
        fallback={<div className="size-52 rounded-control bg-hover" />}
      />
      <div className="grid gap-1.5 text-sm">
        <p className="text-muted">Or type this key into the app:</p>
        <code className="font-mono tracking-wide wrap-anywhere select-all">
          {(secret.match(/.{4}/g) ?? []).join(' ')}
        </code>
      </div>
      <AccountForm busy={confirm.isPending} onSubmit={submit}>
        {confirm.error && !fieldError && (
          <Banner kind="error">
            {getErrorMessage(confirm.error, 'This could not be saved. Please try again.')}
          </Banner>
        )}
        <VerificationCodeField
          ref={input}
          name="code"
          label="Code that the app shows"
          error={isMissing ? 'Enter the 6 digits that your app shows' : fieldError}
          onChange={() => setIsMissing(false)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" className="max-sm:h-11" busy={confirm.isPending}>
            Switch on
          </Button>
          <Button
            variant="ghost"
            className="max-sm:h-11"
            disabled={confirm.isPending}
            onClick={onCancel}
          >
            Cancel
          </Button>
        </div>
      </AccountForm>
    </div>
  )
}
