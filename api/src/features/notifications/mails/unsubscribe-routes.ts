import { undoUnsubscribe, unsubscribe } from '@dolph/contract/notifications/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import { setMailSubscription } from './unsubscribe-queries.ts'
import { parseUnsubscribeToken } from './unsubscribe-token.ts'

const BODY_MAX_BYTES = 4 * 1024
/** What mail programs send: `List-Unsubscribe=One-Click` as one of these (RFC 8058). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

export const unsubscribeRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db, config }) => {
  // The body says nothing that the token does not, so its content is not parsed.
  app.addContentTypeParser(
    FORM_TYPES,
    { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
    (_request, _body, done) => done(null, undefined),
  )

  app.route({
    ...unsubscribe,
    bodyLimit: BODY_MAX_BYTES,
    handler: async ({ params }) => changeSubscription(params.token, false),
  })

  app.route({
    ...undoUnsubscribe,
    handler: async ({ params }) => changeSubscription(params.token, true),
  })

  // A mail program without one-click opens the address of the POST in a browser.
  app.get(
    unsubscribe.url,
    {
      config: { access: 'public' },
      schema: { hide: true, params: z.object({ token: z.string().max(200) }) },
    },
    async ({ params }, reply) =>
      reply.redirect(`${config.APP_ORIGIN}/unsubscribe/${encodeURIComponent(params.token)}`),
  )

  async function changeSubscription(token: string, isSubscribed: boolean) {
    const subscription = parseUnsubscribeToken(listSecrets(config), token)
    if (!subscription || !(await setMailSubscription(db, subscription, isSubscribed)))
      throw new Refusal('not-found', 'This link is not valid')
    return buildSuccessBody({ kind: subscription.kind })
  }
}
