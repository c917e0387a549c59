import {
  createGitHubId,
  startTestGitHub,
  type TestGitHubAccount,
} from '@dolph/api/testing/servers/test-github'
import { html } from './html.ts'
import { renderPage } from './page.ts'

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

/** Nothing reads `refuse`: a form without an account is a refusal. */
function renderChooser(path: string, accounts: readonly TestGitHubAccount[]): string {
  const rows = accounts.map(
    ({ login, emails: [email] }) =>
      html`<li>
        <button class="row" name="login" value="${login}">
          <strong>${login}</strong>
          <span class="quiet"
            >${email?.email ?? ''}${email?.verified ? '' : ' (not verified)'}</span
          >
        </button>
      </li>`,
  )
  return renderPage({
    title: 'Choose a sample account',
    content: html`<main>
      <h1>Choose a sample account</h1>
      <p class="quiet">This stands in for GitHub on this machine. It asks for no password.</p>
      <form method="post" action="${path}">
        <ul class="list">
          ${rows}
        </ul>
      </form>

      <h2>Another account</h2>
      <form class="fields" method="post" action="${path}">
        <label>Login <input name="login" required /></label>
        <label>Name <input name="name" /></label>
        <label>Email <input name="email" type="email" required /></label>
        <label class="tick">
          <input name="verified" type="checkbox" value="yes" checked /> Email verified
        </label>
        <button class="button">Continue</button>
      </form>

      <h2>Cancel sign-in</h2>
      <form method="post" action="${path}">
        <button class="button plain" name="refuse" value="yes">Refuse</button>
      </form>
    </main>`,
  })
}
