import { html } from './html.ts'
import { renderPage } from './page.ts'

interface ChooserAccount {
  /** What the form sends for it. */
  value: string
  title: string
  email: string
  isVerified: boolean
}

interface Chooser {
  /** Whose sign-in the page stands in for. */
  provider: string
  path: string
  accounts: readonly ChooserAccount[]
  /** The name under which an account's value is sent. */
  valueName: string
  /** What is asked of another account, as labels with their fields. */
  fields: ReturnType<typeof html>
}

/**
 * The page on which a developer chooses an account; choosing one also gives consent. Nothing reads `refuse`: a form without an account is a
 * refusal.
 */
export function renderAccountChooser({ provider, path, accounts, valueName, fields }: Chooser) {
  const rows = accounts.map(
    ({ value, title, email, isVerified }) =>
      html`<li>
        <button class="row" name="${valueName}" value="${value}">
          <strong>${title}</strong>
          <span class="quiet">${email}${isVerified ? '' : ' (not verified)'}</span>
        </button>
      </li>`,
  )
  return renderPage({
    title: 'Choose a sample account',
    content: html`<main>
      <h1>Choose a sample account</h1>
      <p class="quiet">This stands in for ${provider} on this machine. It asks for no password.</p>
      <form method="post" action="${path}">
        <ul class="list">
          ${rows}
        </ul>
      </form>

      <h2>Another account</h2>
      <form class="fields" method="post" action="${path}">
        ${fields}
        <button class="button">Continue</button>
      </form>

      <h2>Cancel sign-in</h2>
      <form method="post" action="${path}">
        <button class="button plain" name="refuse" value="yes">Refuse</button>
      </form>
    </main>`,
  })
}
