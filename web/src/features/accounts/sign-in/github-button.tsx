import { Button } from '../../../ui/buttons/button.tsx'
import { storeNextPath } from './next-path.ts'

/** Starts the GitHub sign-in, which redirects back to /login. */
export function GitHubButton({ next }: { next: string }) {
  function startSignIn() {
    storeNextPath(next)
    location.assign('/api/users/auth/github')
  }
  return (
    <Button icon={GitHubLogo} className="w-full max-sm:h-11 noscript:hidden" onClick={startSignIn}>
      Sign in with GitHub
    </Button>
  )
}

/** GitHub's mark, in the color of the text. */
export function GitHubLogo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path
        fill="currentColor"
        d="M12 .3a12 12 0 0 0-3.800 23.400c.6.1.8-.3.8-.600v-2c-3.300.700-4-1.600-4-1.600-.6-1.400-1.400-1.800-1.400-1.800-1-.7.1-.7.1-.7 1.200 0 1.900 1.200 1.900 1.200 1 1.800 2.800 1.300 3.500 1 0-.8.400-1.300.700-1.600-2.700-.3-5.500-1.300-5.500-6 0-1.200.500-2.300 1.300-3.100-.2-.400-.6-1.600 0-3.200 0 0 1-.3 3.400 1.200a11.500 11.500 0 0 1 6 0c2.300-1.500 3.300-1.200 3.300-1.200.6 1.600.2 2.800 0 3.200.900.8 1.300 1.900 1.300 3.200 0 4.600-2.800 5.600-5.500 5.900.5.400.9 1 .9 2.200v3.300c0 .3.1.700.8.600A12 12 0 0 0 12 .3Z"
      />
    </svg>
  )
}
