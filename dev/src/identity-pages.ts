import { html } from './html.ts'
import type { GoogleAccount } from './identity-accounts.ts'
import { renderPage } from './page.ts'

/**
 * The page on which a developer chooses an account; choosing one also gives consent. Nothing reads `refuse`: a form
 * without an account is a refusal.
 */
export function renderAccountChooser(
  path: string,
  accounts: readonly GoogleAccount[],
  hint: string,
): string {
  const rows = accounts.map(
    (account) =>
      html`<li>
        <button class="row" name="sub" value="${account.sub}">
          <strong>${account.given_name} ${account.family_name}</strong>
          <span class="quiet"
            >${account.email}${account.email_verified ? '' : ' (not verified)'}</span
          >
        </button>
      </li>`,
  )
  return renderPage({
    title: 'Choose a sample account',
    content: html`<main>
      <h1>Choose a sample account</h1>
      <p class="quiet">This stands in for Google on this machine. It asks for no password.</p>
      <form method="post" action="${path}">
        <ul class="list">
          ${rows}
        </ul>
      </form>

      <h2>Another account</h2>
      <form class="fields" method="post" action="${path}">
        <label>Email <input name="email" type="email" required value="${hint}" /></label>
        <label>First name <input name="given_name" required /></label>
        <label>Last name <input name="family_name" /></label>
        <label class="tick">
          <input name="email_verified" type="checkbox" value="yes" checked /> Email verified
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
