import * as contract from '@dolph/contract/skills/skill-pages'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { sendPrivateCachedReply } from '../../platform/http/replies/raw-json-reply.ts'
import { skillFeedRoutes } from './skill-feed-routes.ts'
import { createSkillPageCache } from './skill-page-cache.ts'
import { createSkillPageRenderer } from './skill-page-renderer.ts'
import { parseSkill, readSkillPage, type Subject } from './skill-page.ts'
import { skillSitemapRoutes } from './skill-sitemap-routes.ts'

export const skillRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db, config }) => {
  const appOrigin = config.APP_ORIGIN
  const fetchPage = createSkillPageCache(db)
  /** A member reads no roles and posts of those whom they blocked or muted, so their page is their own. */
  const readPage = async (subject: Subject, memberId: string | undefined) =>
    memberId === undefined ? fetchPage(subject) : readSkillPage(db, subject, memberId)

  app.route({
    ...contract.readSkill,
    handler: async (request, reply) => {
      const page = await readPage(parseSkill(request.params.key), request.member?.id)
      if (!page) throw new Refusal('not-found', contract.SKILL_NOT_FOUND)
      return sendPrivateCachedReply(request, reply, page.reply)
    },
  })

  app.route({
    ...contract.readTopic,
    handler: async (request, reply) => {
      const subject = { kind: 'topic', key: request.params.key } as const
      const page = await readPage(subject, request.member?.id)
      if (!page) throw new Refusal('not-found', contract.TOPIC_NOT_FOUND)
      return sendPrivateCachedReply(request, reply, page.reply)
    },
  })

  await app.register(skillFeedRoutes, { fetchPage, appOrigin })
  await app.register(skillSitemapRoutes, { db, appOrigin })
  const { renderer, log } = app
  if (renderer) {
    const options = { fetchPage, renderer, log, appOrigin }
    app.pageRenderers.set('/skills/:key', createSkillPageRenderer('skill', options))
    app.pageRenderers.set('/topics/:key', createSkillPageRenderer('topic', options))
  }
}
