import { renderAccountChooser } from './account-chooser.ts'
import { html } from './html.ts'
import type { GoogleAccount } from './identity-accounts.ts'
import { renderPage } from './page.ts'

export function renderGoogleChooser(
  path: string,
  accounts: readonly GoogleAccount[],
  hint: string,
): string {
  return renderAccountChooser({
    provider: 'Google',
    path,
    accounts: accounts.map((account) => ({
      value: account.sub,
      title: `${account.given_name} ${account.family_name}`,
      email: account.email,
      isVerified: account.email_verified,
    })),
    valueName: 'sub',
    fields: html`
      <label>Email <input name="email" type="email" required value="${hint}" /></label>
      <label>First name <input name="given_name" required /></label>
      <label>Last name <input name="family_name" /></label>
      <label class="tick">
        <input name="email_verified" type="checkbox" value="yes" checked /> Email verified
      </label>
    `,
  })
}

export function renderConsentPage(path: string, account: GoogleAccount): string {
  return renderPage({
    title: 'Continue to the product?',
    content: html`<main>
      <h1>Continue as ${account.given_name}?</h1>
      <p class="quiet">${account.email}. The product asks for your name and email address.</p>
      <form method="post" action="${path}">
        <button class="button" name="sub" value="${account.sub}">Continue</button>
        <button class="button plain" name="refuse" value="yes">Refuse</button>
      </form>
    </main>`,
  })
}

export function renderErrorPage(problem: string, details: string): string {
  return renderPage({
    title: 'Sign-in stopped',
    content: html`<main>
      <h1>Sign-in stopped</h1>
      <div class="card"><pre>${problem}: ${details}</pre></div>
    </main>`,
  })
}
