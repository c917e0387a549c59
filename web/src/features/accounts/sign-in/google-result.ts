import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../../ui/overlays/toast.tsx'

const START_FAILED = 'Failed to initiate Google login. Please try again.'

/** What went wrong at Google, by the `error` parameter of the page that it leads back to. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  'google-refused': 'You cancelled the sign-in at Google. Nothing was changed.',
  'google-unverified':
    'Google has not verified the email address of your Google account. Verify it at Google first, or sign up with your email.',
  'google-email':
    'An account with the email address of your Google account already exists. Please log in with its password.',
}

/**
 * The explanation of a sign-in that ended at Google, if any; a failed one shows a toast. The parameter leaves the address bar,
 * so that a reload or a bookmark does not repeat it.
 */
export function useGoogleError(): string | undefined {
  const [params, setParams] = useSearchParams()
  const error = params.get('error')
  const [explanation] = useState(() => EXPLANATIONS[error ?? ''])

  useEffect(() => {
    if (!error?.startsWith('google')) return
    if (error === 'google') toast.error(START_FAILED)
    setParams(
      (current) => {
        const rest = new URLSearchParams(current)
        rest.delete('error')
        return rest
      },
      { replace: true },
    )
  }, [error, setParams])
  return explanation
}
