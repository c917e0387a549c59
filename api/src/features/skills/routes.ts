import * as contract from '@dolph/contract/skills/skill-pages'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppDeps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { sendPrivateCachedReply } from '../../platform/http/replies/raw-json-reply.ts'
import { skillFeedRoutes } from './skill-feed-routes.ts'
import { createSkillPageCache } from './skill-page-cache.ts'
import { createSkillPageRenderer } from './skill-page-renderer.ts'
import { parseSkill, readSkillPage, type Subject } from './skill-page.ts'
import { skillSitemapRoutes } from './skill-sitemap-routes.ts'

type PageRequest = Pick<FastifyRequest, 'member' | 'reader'>

export const skillRoutes: FastifyPluginAsyncZod<AppDeps> = async (app, { readers, config }) => {
  const appOrigin = config.APP_ORIGIN
  const fetchPage = createSkillPageCache(readers)
  /** A member reads no roles and posts of those whom they blocked or muted, so their page is their own. */
  const readPage = async ({ member, reader }: PageRequest, subject: Subject) =>
    member ? readSkillPage(reader, subject, member.id) : fetchPage(subject)

  app.route({
    ...contract.readSkill,
    handler: async (request, reply) => {
      const page = await readPage(request, parseSkill(request.params.key))
      if (!page) throw new Refusal('not-found', contract.SKILL_NOT_FOUND)
      return sendPrivateCachedReply(request, reply, page.reply)
    },
  })

  app.route({
    ...contract.readTopic,
    handler: async (request, reply) => {
      const subject = { kind: 'topic', key: request.params.key } as const
      const page = await readPage(request, subject)
      if (!page) throw new Refusal('not-found', contract.TOPIC_NOT_FOUND)
      return sendPrivateCachedReply(request, reply, page.reply)
    },
  })

  await app.register(skillFeedRoutes, { fetchPage, appOrigin })
  await app.register(skillSitemapRoutes, { reader: readers.everybody, appOrigin })
  const { renderer, log } = app
  if (renderer) {
    const options = { fetchPage, renderer, log, appOrigin }
    app.pageRenderers.set('/skills/:key', createSkillPageRenderer('skill', options))
    app.pageRenderers.set('/topics/:key', createSkillPageRenderer('topic', options))
  }
}
