import { text } from 'node:stream/consumers'
import type { InteractionResults, Provider } from 'oidc-provider'
import { renderGoogleChooser, renderConsentPage } from './identity-pages.ts'
import {
  type createGoogleAccountStore,
  type GoogleAccount,
  createGoogleAccount,
} from './identity-accounts.ts'
import { PAGE_HEADERS } from './page.ts'

type Middleware = Parameters<Provider['use']>[0]

/** Serves the pages between the authorization request and the redirect back: account chooser and consent. */
export function createInteractionMiddleware(
  provider: Provider,
  accounts: ReturnType<typeof createGoogleAccountStore>,
): Middleware {
  return async (context, next) => {
    if (!context.path.startsWith('/interaction/')) {
      await next()
      return
    }
    const interaction = await provider.interactionDetails(context.req, context.res)

    if (context.method === 'POST') {
      const chosen = readChosenAccount(new URLSearchParams(await text(context.req)))
      const result = chosen
        ? await grantConsent(accounts.add(chosen), interaction.params)
        : { error: 'access_denied', error_description: 'The person refused' }
      context.redirect(await provider.interactionResult(context.req, context.res, result))
      return
    }

    const signedInAccount = interaction.session && accounts.find(interaction.session.accountId)
    const hint = interaction.params['login_hint']
    context.set(PAGE_HEADERS)
    context.body =
      signedInAccount && interaction.prompt.name === 'consent'
        ? renderConsentPage(context.path, signedInAccount)
        : renderGoogleChooser(context.path, accounts.all(), typeof hint === 'string' ? hint : '')
  }

  function readChosenAccount(form: URLSearchParams): GoogleAccount | undefined {
    const sub = form.get('sub')
    if (sub !== null) return accounts.find(sub)
    const email = form.get('email')
    if (!email) return undefined
    return createGoogleAccount(
      email,
      form.get('given_name') ?? '',
      form.get('family_name') ?? '',
      form.has('email_verified'),
    )
  }

  async function grantConsent(
    { sub }: GoogleAccount,
    params: Record<string, unknown>,
  ): Promise<InteractionResults> {
    const grant = new provider.Grant({ accountId: sub, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    return {
      select_account: {},
      login: { accountId: sub },
      consent: { grantId: await grant.save() },
    }
  }
}
