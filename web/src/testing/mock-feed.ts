import { browsePosts, type Post } from '@dolph/contract/posts'
import { http, HttpResponse } from 'msw'
import { fakeApi } from './fake-api.ts'
import { createPostFixture } from './post-fixtures.ts'

interface Page {
  data: Post[]
  nextCursor?: string | null
}

/** Makes the fake API answer every question for a list of posts; gives what was asked, oldest first. */
export function mockFeed(answerTo: (asked: URLSearchParams) => Page | Promise<Page>) {
  const questions: URLSearchParams[] = []
  fakeApi.use(
    http.get(`*${browsePosts.url}`, async ({ request }) => {
      const asked = new URL(request.url).searchParams
      questions.push(asked)
      const { data, nextCursor = null } = await answerTo(asked)
      return HttpResponse.json({ success: true, message: '', data, nextCursor })
    }),
  )
  return questions
}

/** The post of that age: a higher number is a newer post. */
export function createAgedPostFixture(age: number, fields: Partial<Post> = {}): Post {
  const _id = `01932dad-55f0-7c01-9923-${String(age).padStart(12, '0')}`
  return createPostFixture({ _id, title: `Post ${age}`, ...fields })
}
