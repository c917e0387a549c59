import { TOPIC_LABELS, Topic } from '@dolph/contract/projects/projects'
import { buildTopicPath } from '@dolph/contract/skills/skill-paths'
import { PAGE_ROLES_MAX, type SkillSummary } from '@dolph/contract/skills/skill-pages'
import { Skill, skillKey } from '@dolph/contract/skills/skills'
import type { Reader } from '../../platform/db/reader.ts'
import { rawArray } from '../../platform/db/json-text.ts'
import type { CachedReply } from '../../platform/http/replies/cached-reply.ts'
import { buildRawJsonBody, createJsonReply } from '../../platform/http/replies/raw-json-reply.ts'
import { selectPostsByIds } from '../posts/queries.ts'
import type { BrowseRolesQuery } from '../roles/browse/build-role-page-query.ts'
import { readFirstRoles } from '../roles/browse/role-page.ts'
import { selectOpenRoles, selectSkillName } from './queries.ts'

/** A skill or a topic, by its key. */
export interface Subject {
  kind: 'skill' | 'topic'
  key: string
}

export function buildSubjectPath({ kind, key }: Subject): string {
  return kind === 'topic' ? buildTopicPath(key as Topic) : `/skills/${encodeURIComponent(key)}`
}

/** The skill of any of its spellings. */
export function parseSkill(text: string): Subject {
  return { kind: 'skill', key: skillKey(text) }
}

/** What a path names; null if it can be neither a skill nor a topic. */
export function parseSubject(kind: Subject['kind'], text: string): Subject | null {
  if (kind === 'topic') return Topic.safeParse(text).success ? { kind, key: text } : null
  const skill = Skill.safeParse(text)
  return skill.success ? parseSkill(skill.data) : null
}

/** What `readSkill` and `readTopic` reply, and its head. */
export interface SkillPage {
  subject: Subject
  summary: SkillSummary
  /** The newest projects, each as JSON. */
  posts: string[]
  reply: CachedReply
}

/** Undefined if there is no such skill or topic. */
export async function readSkillPage(
  reader: Reader,
  subject: Subject,
  viewerId: string | null,
): Promise<SkillPage | undefined> {
  const { kind, key } = subject
  if (kind === 'topic' && getTopicName(key) === undefined) return undefined
  const [name, { openRoles, isIndexed, postIds }, roles] = await Promise.all([
    kind === 'skill' ? selectSkillName(reader, key) : getTopicName(key),
    selectOpenRoles(reader, { term: `${kind}:${key}`, viewerId }),
    readFirstRoles(reader, buildRolesQuery(subject), viewerId),
  ])
  if (name === undefined) return undefined
  const posts = (await selectPostsByIds(reader, postIds, viewerId)).map(({ json }) => json)
  const summary = { key, name, openRoles, isIndexed }
  const reply = createJsonReply(
    buildRawJsonBody({ summary, roles: rawArray(roles), data: rawArray(posts) }),
  )
  return { subject, summary, posts, reply }
}

function getTopicName(key: string): string | undefined {
  const topic = Topic.safeParse(key)
  return topic.success ? TOPIC_LABELS[topic.data] : undefined
}

function buildRolesQuery({ kind, key }: Subject): BrowseRolesQuery {
  const filter = kind === 'skill' ? { skill: key } : { topic: Topic.safeParse(key).data }
  return { ...filter, limit: PAGE_ROLES_MAX }
}
