import type { FastifyPluginAsync } from 'fastify'
import plugin from 'fastify-plugin'
import { defineFeature } from '../../platform/define-feature.ts'
import { accountExport } from './export-account.ts'
import type { Deps } from '../../platform/deps.ts'
import { accountEvents } from './account-events.ts'
import { repeatAccountErasure } from './deletion/end-account.ts'
import { enqueueErasure } from './deletion/enqueue-erasure.ts'
import { emailChangeRoutes } from './email-change/email-change-routes.ts'
import { githubRoutes } from './github/github-routes.ts'
import { googleRoutes } from './google/google-routes.ts'
import { accountJobs } from './jobs.ts'
import { accountMailJobs } from './mail-jobs.ts'
import { accountMails } from './mails.ts'
import { accountRoutes } from './routes.ts'
import { onboardingRoutes } from './onboarding/onboarding-routes.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { repeatPasskeyErasure } from './passkeys/remove-passkey.ts'
import { secondFactorJobs } from './second-factor/second-factor-jobs.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { settingsRoutes } from './settings-routes.ts'

const routes: FastifyPluginAsync<Deps> = async (app, deps) => {
  await app.register(accountEvents, { secret: deps.config.SECRET })
  await app.register(accountRoutes, deps)
  await app.register(googleRoutes, deps)
  await app.register(githubRoutes, deps)
  await app.register(settingsRoutes, deps)
  await app.register(secondFactorRoutes, deps)
  await app.register(emailChangeRoutes, deps)
  await app.register(passkeyRoutes, deps)
  await app.register(onboardingRoutes, deps)
}

export const accounts = defineFeature({
  name: 'accounts',
  needs: { api: ['join-requests', 'people', 'pictures', 'posts'], web: ['exports'] },
  // Not encapsulated, because other features record account events too.
  routes: plugin(routes),
  jobs: [...accountJobs, ...accountMailJobs, ...secondFactorJobs],
  events: { 'member.deleted': enqueueErasure },
  mails: accountMails,
  repeatErasures: { account: repeatAccountErasure, passkey: repeatPasskeyErasure },
  exportMember: accountExport,
})
