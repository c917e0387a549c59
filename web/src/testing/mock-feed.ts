import { browsePosts, type Post } from '@dolph/contract/posts/posts'
import { http, HttpResponse } from 'msw'
import { fakeApi } from './fake-api.ts'
import { createPostFixture } from './fixtures/post-fixtures.ts'

interface Page {
  data: Post[]
  nextCursor?: string | null
}

/** Makes the fake API answer every request for the feed; returns the query strings, oldest first. */
export function mockFeed(getPage: (query: URLSearchParams) => Page | Promise<Page>) {
  const queries: URLSearchParams[] = []
  fakeApi.use(
    http.get(`*${browsePosts.url}`, async ({ request }) => {
      const query = new URL(request.url).searchParams
      queries.push(query)
      const { data, nextCursor = null } = await getPage(query)
      return HttpResponse.json({ success: true, message: '', data, nextCursor })
    }),
  )
  return queries
}

/** A post whose id and title have this number: a higher number is a newer post. */
export function createNumberedPostFixture(sequence: number, fields: Partial<Post> = {}): Post {
  const _id = `01932dad-55f0-7c01-9923-${String(sequence).padStart(12, '0')}`
  return createPostFixture({ _id, title: `Post ${sequence}`, ...fields })
}
