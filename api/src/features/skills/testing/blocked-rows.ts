import { PUBLIC, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/skills/:key': {
    effect: 'filtered',
    for: 'both',
    url: '/api/skills/react',
    text: '{otherPost}',
  },
  'GET /api/topics/:key': {
    effect: 'none',
    reason: 'filtered like the page of a skill, by the same statements',
    url: '/api/topics/games',
  },
  'GET /skills/:key/feed.xml': PUBLIC,
  'GET /topics/:key/feed.xml': PUBLIC,
  'GET /sitemaps/skills.xml': PUBLIC,
}
