import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { publishSessionChange } from '../../platform/realtime/bus.ts'
import { getPostChanges } from '../live-posts/post-change-publisher.ts'

type App = Pick<FastifyInstance, 'postChanges' | 'log'>
type DecisionDeps = Pick<Deps, 'db' | 'bus'>

/**
 * Tells every process what is closed to the author now, and the browsers that show the post, or the post of the comment, of a decided
 * case. To be called after the commit: a failure is logged, because the decision stands.
 */
export async function publishDecision(app: App, deps: DecisionDeps, caseId: string): Promise<void> {
  try {
    await publishSubject(app, deps, caseId)
  } catch (error) {
    app.log.warn(error, 'a decision was not published; open pages show it after they are reloaded')
  }
}

async function publishSubject(app: App, { db, bus }: DecisionDeps, caseId: string): Promise<void> {
  const subject = await db
    .selectFrom('cases')
    .leftJoin('comments', (join) =>
      join.onRef('comments.id', '=', 'cases.subject_id').on('cases.kind', '=', 'comment'),
    )
    .select([
      'cases.kind',
      'cases.subject_id as subjectId',
      'comments.post_id as postId',
      'cases.author_id as authorId',
    ])
    .where('cases.id', '=', caseId)
    .executeTakeFirst()
  if (subject?.authorId) publishSessionChange(bus, subject.authorId)
  const changes = getPostChanges(app)
  if (subject?.kind === 'post')
    changes.publish(subject.subjectId, { reason: 'likes', memberId: null, includesPost: true })
  if (subject?.postId) changes.publish(subject.postId, { reason: 'comments', memberId: null })
}
