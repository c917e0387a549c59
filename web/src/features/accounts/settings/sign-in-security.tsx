import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AuthenticatorSection } from '../second-factor/authenticator-section.tsx'
import { GitHubConnection } from './github-connection.tsx'
import { Passkeys } from './passkeys.tsx'
import { SettingsPart } from './settings-part.tsx'

const ID = 'sign-in'

/** How the member signs in. Pages of other features link to it by its hash. */
export function SignInSecurity() {
  const { hash } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  // The page shows this part after its lists have loaded, so the browser did not find it.
  useEffect(() => {
    if (hash === `#${ID}`) box.current?.scrollIntoView()
  }, [hash])

  return (
    <div ref={box} className="scroll-mt-20">
      <SettingsPart id={ID} title="Sign-in and security">
        <Passkeys />
        <AuthenticatorSection />
        <GitHubConnection />
      </SettingsPart>
    </div>
  )
}
