import { text } from 'node:stream/consumers'
import type { InteractionResults, Provider } from 'oidc-provider'
import { renderAccountChooser, renderConsentPage } from './identity-pages.ts'
import {
  type createGoogleAccountStore,
  type GoogleAccount,
  createGoogleAccount,
} from './identity-accounts.ts'
import { PAGE_HEADERS } from './page.ts'

type Middleware = Parameters<Provider['use']>[0]

/** The pages between "sign in" and the way back: who are you, and do you agree? */
export function createInteractionMiddleware(
  provider: Provider,
  people: ReturnType<typeof createGoogleAccountStore>,
): Middleware {
  return async (context, next) => {
    if (!context.path.startsWith('/interaction/')) {
      await next()
      return
    }
    const interaction = await provider.interactionDetails(context.req, context.res)

    if (context.method === 'POST') {
      const chosen = chosenPerson(new URLSearchParams(await text(context.req)))
      const result = chosen
        ? await agreed(people.add(chosen), interaction.params)
        : { error: 'access_denied', error_description: 'The person refused' }
      context.redirect(await provider.interactionResult(context.req, context.res, result))
      return
    }

    const known = interaction.session && people.find(interaction.session.accountId)
    const hint = interaction.params['login_hint']
    context.set(PAGE_HEADERS)
    context.body =
      known && interaction.prompt.name === 'consent'
        ? renderConsentPage(context.path, known)
        : renderAccountChooser(context.path, people.all(), typeof hint === 'string' ? hint : '')
  }

  function chosenPerson(form: URLSearchParams): GoogleAccount | undefined {
    const sub = form.get('sub')
    if (sub !== null) return people.find(sub)
    const email = form.get('email')
    if (!email) return undefined
    return createGoogleAccount(
      email,
      form.get('given_name') ?? '',
      form.get('family_name') ?? '',
      form.has('email_verified'),
    )
  }

  async function agreed(
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
