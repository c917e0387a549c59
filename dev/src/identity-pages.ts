import { html } from './html.ts'
import type { GoogleAccount } from './identity-accounts.ts'
import { renderPage } from './page.ts'

/** Where one picks who to be. Picking agrees to what the product asks for. */
export function renderAccountChooser(
  path: string,
  people: readonly GoogleAccount[],
  hint: string,
): string {
  const rows = people.map(
    (each) =>
      html`<li>
        <button class="row" name="sub" value="${each.sub}">
          <strong>${each.given_name} ${each.family_name}</strong>
          <span class="quiet">${each.email}${each.email_verified ? '' : ' (not verified)'}</span>
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

      <h2>Somebody else</h2>
      <form class="fields" method="post" action="${path}">
        <label>E-mail <input name="email" type="email" required value="${hint}" /></label>
        <label>First name <input name="given_name" required /></label>
        <label>Last name <input name="family_name" /></label>
        <label class="tick">
          <input name="email_verified" type="checkbox" value="yes" checked /> E-mail verified
        </label>
        <button class="button">Continue</button>
      </form>

      <h2>Or not at all</h2>
      <form method="post" action="${path}">
        <button class="button plain" name="refuse" value="yes">Refuse</button>
      </form>
    </main>`,
  })
}

export function renderConsentPage(path: string, person: GoogleAccount): string {
  return renderPage({
    title: 'Continue to the product?',
    content: html`<main>
      <h1>Continue as ${person.given_name}?</h1>
      <p class="quiet">${person.email}. The product asks for your name and e-mail address.</p>
      <form method="post" action="${path}">
        <button class="button" name="sub" value="${person.sub}">Continue</button>
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
