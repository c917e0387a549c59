import type { ReplyOf } from '@dolph/contract/endpoint'
import { readSkill, readTopic } from '@dolph/contract/skills/skill-pages'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { applyConfirmedChanges } from '../posts/confirmed-changes.ts'

const STALE_MS = 60_000

export type SubjectKind = 'skill' | 'topic'
export type SkillPageReply = ReplyOf<typeof readSkill>

/** The open roles and projects of a skill or topic. Under `posts`, so that likes of its projects change on every page. */
export const skillPageQuery = (kind: SubjectKind, key: string) =>
  queryOptions({
    queryKey: ['posts', kind, key],
    meta: { isPublic: true },
    queryFn: async ({ client, signal }): Promise<SkillPageReply> => {
      const requestedAt = performance.now()
      const endpoint = kind === 'skill' ? readSkill : readTopic
      const page = await callEndpoint(endpoint, { params: { key } }, signal)
      return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
    },
    staleTime: STALE_MS,
  })
