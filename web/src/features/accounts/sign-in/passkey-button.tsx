import { KeyRound } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { describePasskeyFailure } from '../passkeys/passkey-error.ts'
import { usePasskeySupport } from '../passkeys/passkey-support.ts'
import { usePasskeyLogin } from './use-passkey-login.ts'

/** Signs in with a passkey; absent where the browser knows none. */
export function PasskeyButton() {
  const logIn = usePasskeyLogin()
  if (!usePasskeySupport()) return null
  return (
    <>
      <Button
        icon={KeyRound}
        className="w-full max-sm:h-11 noscript:hidden"
        busy={logIn.isPending}
        onClick={() => logIn.mutate(undefined)}
      >
        Sign in with a passkey
      </Button>
      {logIn.error && (
        <Banner kind="error">
          {describePasskeyFailure(logIn.error, 'The server did not answer. Please try again.')}
        </Banner>
      )}
    </>
  )
}
