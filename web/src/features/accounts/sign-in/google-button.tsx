import { Button } from '../../../ui/buttons/button.tsx'
import { storeNextPath } from './next-path.ts'

/** Starts the Google sign-in, which redirects back to /login. */
export function GoogleButton({ next }: { next: string }) {
  function startSignIn() {
    storeNextPath(next)
    location.assign('/api/users/auth/google')
  }
  return (
    <>
      <div className="mb-3 flex items-center gap-3 text-sm text-faint noscript:hidden before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <Button
        icon={GoogleLogo}
        className="w-full max-sm:h-11 noscript:hidden"
        onClick={startSignIn}
      >
        Sign in with Google
      </Button>
    </>
  )
}

/** The colors are required by the branding guidelines of Google. */
export function GoogleLogo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.9c2.2-2.1 3.5-5.1 3.5-8.8Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3a7.2 7.2 0 0 1-10.8-3.8H1.300v3.100A12 12 0 0 0 12 24Z"
      />
      <path
        fill="#fbbc05"
        d="M5.3 14.300a7.2 7.2 0 0 1 0-4.600V6.600h-4a12 12 0 0 0 0 10.800l4-3.100Z"
      />
      <path
        fill="#ea4335"
        d="M12 4.800c1.8 0 3.3.6 4.6 1.800l3.4-3.400A12 12 0 0 0 1.3 6.600l4 3.100A7.2 7.2 0 0 1 12 4.800Z"
      />
    </svg>
  )
}
