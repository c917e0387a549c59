import type { SecondFactor, startTotp } from '@dolph/contract/accounts/second-factor'
import type { ReplyOf } from '@dolph/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { ScanStep } from './scan-step.tsx'
import {
  secondFactorQuery,
  useNewRecoveryCodes,
  useRemoveTotp,
  useStartTotp,
} from './second-factor-query.ts'

const FEW_CODES = 3
const FAILED = 'This did not work. Please try again.'

/** The authenticator app of the account: off, being set up, or on. */
export function AuthenticatorSection() {
  const { data, error } = useQuery(secondFactorQuery)
  const box = useRef<HTMLDivElement>(null)
  const isOn = data && data.onSince !== null
  const before = useRef(isOn)
  // What switched it on or off is gone, and the focus with it.
  useEffect(() => {
    const isChanged = before.current !== undefined && before.current !== isOn
    if (isChanged && document.activeElement === document.body) box.current?.focus()
    before.current = isOn
  }, [isOn])

  return (
    <SettingsSection
      heading="h3"
      title="Authenticator app"
      lead="A code from your phone, asked for after your password, Google or GitHub. It keeps others out even if they know your password."
    >
      {error && !data && (
        <Banner kind="error">
          {getErrorMessage(error, 'This could not be loaded. Please refresh the page.')}
        </Banner>
      )}
      <div ref={box} tabIndex={-1} className="outline-none">
        {data && (isOn ? <OnState factor={data} /> : <OffState />)}
      </div>
    </SettingsSection>
  )
}

type Started = ReplyOf<typeof startTotp>['data']

/** Recovery codes first: a phone that is lost a minute later must not lock anybody out. */
function OffState() {
  const viewer = useViewer()
  const start = useStartTotp()
  const [setUp, setSetUp] = useState<{ started: Started; step: 'codes' | 'scan' }>()
  const opener = useRef<HTMLButtonElement>(null)

  function cancel() {
    flushSync(() => setSetUp(undefined))
    opener.current?.focus()
  }

  if (setUp?.step === 'codes') {
    return (
      <RecoveryCodeList
        codes={setUp.started.recoveryCodes}
        email={viewer?.email ?? ''}
        doneLabel="Continue"
        onDone={() => setSetUp({ ...setUp, step: 'scan' })}
        onCancel={cancel}
      />
    )
  }
  if (setUp) {
    return <ScanStep started={setUp.started} onCancel={cancel} />
  }
  return (
    <div className="grid justify-items-start gap-4">
      {start.error && <Banner kind="error">{getErrorMessage(start.error, FAILED)}</Banner>}
      {viewer?.role && (
        <p className="text-sm text-pretty text-muted">
          You need a second factor to review reports.
        </p>
      )}
      <Button
        ref={opener}
        icon={Smartphone}
        className="max-sm:h-11"
        busy={start.isPending}
        onClick={() =>
          start.mutate(undefined, {
            onSuccess: (started) => setSetUp({ started, step: 'codes' }),
          })
        }
      >
        Set up an authenticator app
      </Button>
      <p className="text-sm text-pretty text-muted">All your other browsers are logged out then.</p>
    </div>
  )
}

function OnState({ factor: { onSince, recoveryCodesLeft } }: { factor: SecondFactor }) {
  const viewer = useViewer()
  const renew = useNewRecoveryCodes()
  const remove = useRemoveTotp()
  const [codes, setCodes] = useState<string[]>()
  const [isAsking, setIsAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const problem = renew.error ?? remove.error

  function close() {
    flushSync(() => setCodes(undefined))
    opener.current?.focus()
  }

  function switchOff() {
    setIsAsking(false)
    remove.mutate()
  }

  if (codes) {
    return (
      <RecoveryCodeList codes={codes} email={viewer?.email ?? ''} doneLabel="Done" onDone={close} />
    )
  }
  return (
    <div className="grid gap-4">
      {problem && <Banner kind="error">{getErrorMessage(problem, FAILED)}</Banner>}
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone="mint">On</Badge>
          {onSince !== null && (
            <p>
              Switched on <RelativeTime at={onSince} />
            </p>
          )}
        </div>
        <p className={recoveryCodesLeft <= FEW_CODES ? 'text-danger' : 'text-muted'}>
          {describeCodes(recoveryCodesLeft)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={opener}
          className="max-sm:h-11"
          busy={renew.isPending}
          disabled={remove.isPending}
          onClick={() => renew.mutate(undefined, { onSuccess: setCodes })}
        >
          New recovery codes
        </Button>
        <Button
          className="max-sm:h-11"
          busy={remove.isPending}
          disabled={renew.isPending}
          onClick={() => setIsAsking(true)}
        >
          Switch off
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Switch the authenticator app off?"
        message="Your password or Google is enough to log in then. Your recovery codes stop working."
        confirmLabel="Switch off"
        danger
        onConfirm={switchOff}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

function describeCodes(left: number): string {
  if (left === 0) return 'No recovery codes are left. Make new ones.'
  const codes = left === 1 ? '1 recovery code is left' : `${left} recovery codes are left`
  return left <= FEW_CODES ? `${codes}. Make new ones soon.` : `${codes}.`
}
