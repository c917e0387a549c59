import { text } from 'node:stream/consumers'
import type { InteractionResults, Provider } from 'oidc-provider'
import { choosePage, consentPage } from './identity-pages.ts'
import { type googlePeople, type GooglePerson, person } from './identity-people.ts'
import { PAGE_HEADERS } from './page.ts'

type Middleware = Parameters<Provider['use']>[0]

/** The pages between "sign in" and the way back: who are you, and do you agree? */
export function answerInteractions(
  provider: Provider,
  people: ReturnType<typeof googlePeople>,
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
        ? consentPage(context.path, known)
        : choosePage(context.path, people.all(), typeof hint === 'string' ? hint : '')
  }

  function chosenPerson(form: URLSearchParams): GooglePerson | undefined {
    const sub = form.get('sub')
    if (sub !== null) return people.find(sub)
    const email = form.get('email')
    if (!email) return undefined
    return person(
      email,
      form.get('given_name') ?? '',
      form.get('family_name') ?? '',
      form.has('email_verified'),
    )
  }

  async function agreed(
    { sub }: GooglePerson,
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
