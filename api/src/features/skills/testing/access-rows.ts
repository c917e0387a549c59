import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /api/skills/:key': { access: 'readPublic', url: '/api/skills/react' },
  'GET /api/topics/:key': { access: 'readPublic', url: '/api/topics/games' },
  'GET /skills/:key/feed.xml': { access: 'readPublic', url: '/skills/react/feed.xml' },
  'GET /topics/:key/feed.xml': { access: 'readPublic', url: '/topics/games/feed.xml' },
  'GET /sitemaps/skills.xml': { access: 'readPublic' },
}
