import {
  createGitHubId,
  startTestGitHub,
  type TestGitHubAccount,
} from '@dolph/api/testing/servers/test-github'
import { renderAccountChooser } from './account-chooser.ts'
import { html } from './html.ts'

interface Options {
  /** 0 means any free port. */
  port: number
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** The sample repositories belong to `ada`. */
const SAMPLE_ACCOUNTS: TestGitHubAccount[] = [
  createAccount('ada', 'Ada Lindqvist', { email: 'ada.github@example.com' }),
  createAccount('octocat', 'Mona Octocat', { email: 'octocat@example.com' }),
  createAccount('no-name', null, { email: 'no-name@example.com' }),
  createAccount('unverified', 'Uri Unverified', {
    email: 'uri@example.com',
    verified: false,
  }),
]

/** A substitute for GitHub's sign-in: a list of accounts in place of a password. */
export async function startGitHubSubstitute(options: Options) {
  return startTestGitHub({ ...options, accounts: SAMPLE_ACCOUNTS, renderChooser })
}

function createAccount(
  login: string,
  name: string | null,
  { email, verified = true }: { email: string; verified?: boolean },
): TestGitHubAccount {
  return { id: createGitHubId(login), login, name, emails: [{ email, primary: true, verified }] }
}

function renderChooser(path: string, accounts: readonly TestGitHubAccount[]): string {
  return renderAccountChooser({
    provider: 'GitHub',
    path,
    accounts: accounts.map(({ login, emails: [email] }) => ({
      value: login,
      title: login,
      email: email?.email ?? '',
      isVerified: email?.verified === true,
    })),
    valueName: 'login',
    fields: html`
      <label>Login <input name="login" required /></label>
      <label>Name <input name="name" /></label>
      <label>Email <input name="email" type="email" required /></label>
      <label class="tick">
        <input name="verified" type="checkbox" value="yes" checked /> Email verified
      </label>
    `,
  })
}
