import { GITHUB_CONNECTION_RESULTS } from '@dolph/contract/accounts/github'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDisconnectGitHub, useStartGitHubConnection } from '../data.ts'
import { listSignInMethods } from '../session/sign-in-methods.ts'
import { useViewer } from '../session/use-viewer.ts'
import { GitHubLogo } from '../sign-in/github-button.tsx'
import { SettingsSection } from './settings-section.tsx'

type Result = (typeof GITHUB_CONNECTION_RESULTS)[number]

/** Connects the member's GitHub account, or removes it. Both need proof, for which the calls ask. */
export function GitHubConnection() {
  const viewer = useViewer()
  const problem = useConnectionProblem()
  if (!viewer) return null
  const { githubLogin: login } = viewer
  const isOnlyMethod = listSignInMethods(viewer).every((method) => method === 'github')

  return (
    <SettingsSection
      heading="h3"
      title="GitHub"
      lead="Sign in with GitHub, and start projects from your public repositories. Dolph can read your name and email address there, and change nothing."
    >
      <div className="grid gap-4">
        {problem && <Banner kind="info">{problem}</Banner>}
        {login === undefined ? <ConnectButton /> : <Connected {...{ login, isOnlyMethod }} />}
      </div>
    </SettingsSection>
  )
}

function ConnectButton() {
  const connection = useStartGitHubConnection()
  return (
    <>
      {connection.error && (
        <Banner kind="error">
          {getErrorMessage(connection.error, 'GitHub could not be connected. Please try again.')}
        </Banner>
      )}
      <Button
        icon={GitHubLogo}
        busy={connection.isPending || connection.isSuccess}
        onClick={() =>
          connection.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })
        }
        className="justify-self-start"
      >
        Connect GitHub
      </Button>
    </>
  )
}

function Connected({ login, isOnlyMethod }: { login: string; isOnlyMethod: boolean }) {
  const disconnection = useDisconnectGitHub()
  return (
    <>
      {disconnection.error && (
        <Banner kind="error">
          {getErrorMessage(
            disconnection.error,
            'GitHub could not be disconnected. Please try again.',
          )}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          Connected as <strong className="font-medium">{login}</strong>
        </p>
        {!isOnlyMethod && (
          <Button
            size="sm"
            busy={disconnection.isPending}
            onClick={() =>
              disconnection.mutate(undefined, {
                onSuccess: () => toast.success('GitHub disconnected'),
              })
            }
          >
            Disconnect
          </Button>
        )}
      </div>
      {isOnlyMethod && (
        <p className="text-sm text-muted">
          It is your only way to log in, so it cannot be disconnected.
        </p>
      )}
    </>
  )
}

const PROBLEMS: Record<Exclude<Result, 'connected'>, string> = {
  failed: 'GitHub could not be connected. Please try again.',
  refused: 'You cancelled at GitHub. Nothing was changed.',
  taken: 'Another member has connected this GitHub account.',
}

/** Says how connecting ended when the browser comes back from GitHub; the parameter leaves the address bar. */
function useConnectionProblem(): string | undefined {
  const [params, setParams] = useSearchParams()
  const parameter = params.get('github')
  const [result] = useState(() => GITHUB_CONNECTION_RESULTS.find((each) => each === parameter))

  useEffect(() => {
    if (parameter === null) return
    if (parameter === 'connected') toast.success('GitHub connected')
    setParams(
      (current) => {
        const rest = new URLSearchParams(current)
        rest.delete('github')
        return rest
      },
      { replace: true },
    )
  }, [parameter, setParams])
  return result === undefined || result === 'connected' ? undefined : PROBLEMS[result]
}
