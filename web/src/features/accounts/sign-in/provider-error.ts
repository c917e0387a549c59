import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../../ui/overlays/toast.tsx'

const START_FAILED: Readonly<Record<string, string>> = {
  google: 'Failed to initiate Google login. Please try again.',
  github: 'Failed to initiate GitHub login. Please try again.',
}

/** What went wrong at Google or GitHub, by the `error` parameter of the page that it leads back to. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  'google-refused': 'You cancelled the sign-in at Google. Nothing was changed.',
  'google-unverified':
    'Google has not verified the email address of your Google account. Verify it at Google first, or sign up with your email.',
  'google-email':
    'An account with the email address of your Google account already exists. Please log in with its password.',
  'github-refused': 'You cancelled the sign-in at GitHub. Nothing was changed.',
  'github-unverified':
    'GitHub has not verified the primary email address of your GitHub account. Verify it at GitHub first, or sign up with your email.',
  'github-email':
    'An account with the email address of your GitHub account already exists. Please log in as usual, and connect GitHub in your settings.',
}

/**
 * The explanation of a sign-in that ended at a provider, if any; a failed one shows a toast. The parameter leaves the address bar,
 * so that a reload or a bookmark does not repeat it.
 */
export function useProviderError(): string | undefined {
  const [params, setParams] = useSearchParams()
  const error = params.get('error')
  const [explanation] = useState(() => EXPLANATIONS[error ?? ''])

  useEffect(() => {
    const failure = START_FAILED[error ?? '']
    if (failure === undefined && EXPLANATIONS[error ?? ''] === undefined) return
    if (failure !== undefined) toast.error(failure)
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
