import { describe, expect, test } from 'vitest'
import { findImportViolations } from './find-import-violations.ts'

const ACCOUNTS = `export const accounts = defineFeature({\n  name: 'accounts',\n  needs: { api: [], web: [] },\n})\n`
const POSTS = `export const posts = defineFeature({\n  name: 'posts',\n  needs: { api: ['accounts'], web: ['accounts'] },\n})\n`
const MANIFESTS = {
  'api/src/features/accounts/feature.ts': ACCOUNTS,
  'api/src/features/posts/feature.ts': POSTS,
  'api/src/features/posts/queries.ts': `import { hasMember } from '../accounts/people.ts'\n`,
  'web/src/features/site/footer.tsx': `import { useViewer } from '../accounts/use-viewer.ts'\n`,
}

describe('the import rules', () => {
  test('accept imports of lower layers, of needed features and of manifests', () => {
    expect(
      find({
        'api/src/features.ts': `import { posts } from './features/posts/feature.ts'\n`,
        'api/src/privacy/repeat.ts': `import { posts } from '../features/posts/feature.ts'\n`,
        'api/src/platform/realtime/frames.ts': `import { AuthEvent } from '@dolph/contract/socket'\n`,
        'api/src/platform/mail/outbox.ts': `import { enqueueJob } from '../jobs/enqueue-job.ts'\n`,
        'web/src/features/posts/feed/page.tsx': `import { useViewer } from '../../accounts/use-viewer.ts'\n`,
        'web/src/app/router.tsx': `const page = () => import('../features/posts/feed/page.tsx')\n`,
      }),
    ).toEqual([])
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a feature that imports one that its manifest does not need',
      {
        'api/src/features/accounts/routes.ts': `import { list } from '../posts/queries.ts'\n`,
      },
      'the manifest of accounts does not need posts',
    ],
    [
      'the same in the web app, from a subfolder, over several lines',
      {
        'web/src/features/accounts/sign-in/page.tsx': `import {\n  PostCard,\n} from '../../posts/card.tsx'\n`,
      },
      'the manifest of accounts does not need posts',
    ],
    [
      'a page loaded on demand from another feature',
      { 'web/src/features/site/page.tsx': `lazy(() => import('../posts/card.tsx'))\n` },
      'the manifest of site does not need posts',
    ],
    [
      'a need that nothing uses',
      { 'api/src/features/posts/queries.ts': `import { sql } from 'kysely'\n` },
      'posts needs accounts in the api, but uses nothing of it',
    ],
    [
      'a layer that imports a higher one',
      { 'api/src/platform/db/database.ts': `import type { Job } from '../jobs/define-job.ts'\n` },
      'the layer db may not import the layer jobs',
    ],
    [
      'a gateway that imports the events of a feature',
      {
        'api/src/platform/realtime/frames.ts': `import { Message } from '@dolph/contract/messaging/messaging'\n`,
      },
      'the layer realtime may import only primitives and socket of the contract',
    ],
    [
      'a layer that imports a feature',
      {
        'api/src/platform/http/session.ts': `import { list } from '../../features/posts/queries.ts'\n`,
      },
      'the layer http may not import the layer features',
    ],
    [
      'a layer that imports the manifest of a feature',
      {
        'api/src/platform/http/session.ts': `import { posts } from '../../features/posts/feature.ts'\n`,
      },
      'the layer http may not import the layer manifests',
    ],
    [
      'the inside of a feature, imported by the erasure of members',
      {
        'api/src/privacy/erase-member.ts': `import { list } from '../features/posts/queries.ts'\n`,
      },
      'the layer privacy may not import the layer features',
    ],
    [
      'sample data in the program',
      { 'api/src/main.ts': `import { seed } from './seed/seed.ts'\n` },
      'sample data is no part of the product',
    ],
    [
      'a feature of the API that imports what only its pages need',
      {
        'api/src/features/accounts/feature.ts': ACCOUNTS.replace('web: []', "web: ['posts']"),
        'api/src/features/accounts/routes.ts': `import { list } from '../posts/queries.ts'\n`,
      },
      'the manifest of accounts does not need posts in the api',
    ],
    [
      'a table of a feature that its manifest does not need, in a SQL function',
      {
        'api/src/features/posts/tables.ts': 'interface Tables {\n  posts: Posts\n}\n',
        'api/src/features/accounts/sql/count_posts.sql': 'select count(*) from posts;\n',
      },
      'names posts: accounts does not need posts',
    ],
    [
      'a component that imports a feature',
      { 'web/src/ui/card.tsx': `import { usePosts } from '../features/posts/data.ts'\n` },
      'the layer ui may not import the layer features',
    ],
    [
      'a feature that imports the app',
      { 'web/src/features/posts/page.tsx': `import { router } from '../../app/router.tsx'\n` },
      'the layer features may not import the layer entry',
    ],
    [
      'the inside of a feature, imported by the app',
      { 'api/src/app.ts': `import { list } from './features/posts/queries.ts'\n` },
      'only its manifest, feature.ts, is imported',
    ],
    [
      'a manifest that is imported by another feature',
      { 'api/src/features/posts/actions.ts': `import '../accounts/feature.ts'\n` },
      'a manifest is imported by features.ts and by privacy only',
    ],
    [
      'a page that imports the API package',
      { 'web/src/app/layout.tsx': `import { db } from '@dolph/api/platform/db/database'\n` },
      'never each other',
    ],
    [
      'a page that imports the API by path',
      { 'web/src/lib/x.ts': `import { db } from '../../../api/src/db.ts'\n` },
      'never each other',
    ],
  ])('reject %s', (_, files, violation) => {
    expect(find(files).join('\n')).toContain(violation)
  })
})

function find(files: Record<string, string>): string[] {
  return findImportViolations(new Map(Object.entries({ ...MANIFESTS, ...files })))
}
