import { Post } from '@dolph/contract/posts/posts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { CachedReply, sendCachedReply } from '../../platform/http/replies/cached-reply.ts'
import { renderAtomDocument } from '../posts/atom-feed/atom-document.ts'
import type { FetchSkillPage } from './skill-page-cache.ts'
import { buildSubjectPath, parseSubject, type SkillPage, type Subject } from './skill-page.ts'

const MAX_AGE_SECONDS = 60

interface Options {
  fetchPage: FetchSkillPage
  appOrigin: string
}

/** Serves the newest projects with open roles for a skill or topic to feed readers. */
export async function skillFeedRoutes(
  app: FastifyInstance,
  { fetchPage, appOrigin }: Options,
): Promise<void> {
  /** By the page that a document was rendered from, so that it is rendered once for all who ask within a second. */
  const documents = new WeakMap<SkillPage, CachedReply>()

  for (const [kind, path] of [
    ['skill', '/skills/:key/feed.xml'],
    ['topic', '/topics/:key/feed.xml'],
  ] as const) {
    const options = { config: { access: 'public' as const }, schema: { hide: true } }
    app.get<{ Params: { key: string } }>(path, options, async (request, reply) =>
      sendFeed(request, reply, parseSubject(kind, request.params.key)),
    )
  }

  async function sendFeed(request: FastifyRequest, reply: FastifyReply, subject: Subject | null) {
    const page = subject && (await fetchPage(subject))
    if (!page) throw new Refusal('not-found', 'Not found')
    const document = documents.get(page) ?? renderFeed(page, appOrigin)
    documents.set(page, document)
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendCachedReply(request, reply, document)
  }
}

function renderFeed({ subject, summary, posts }: SkillPage, origin: string): CachedReply {
  const pagePath = buildSubjectPath(subject)
  const document = renderAtomDocument(
    posts.map((json) => Post.parse(JSON.parse(json))),
    origin,
    {
      title: `${summary.name}: projects on Dolph`,
      description: `The newest projects with open roles for ${summary.name}.`,
      path: `${pagePath}/feed.xml`,
      pagePath,
    },
  )
  return new CachedReply(document, 'application/atom+xml; charset=utf-8')
}
