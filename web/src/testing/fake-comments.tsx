import { getViewer } from '@dolph/contract/accounts'
import { listComments, listReplies, type Comment, type FlatComment } from '@dolph/contract/comments'
import type { Endpoint } from '@dolph/contract/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { useState } from 'react'
import { onTestFinished } from 'vitest'
import { Comments } from '../features/comments/comments.tsx'
import { answer, fakeApi } from './fake-api.ts'
import { renderPage } from './render-page.tsx'
import { somePost } from './some-post.ts'
import { someViewer } from './some-viewer.ts'

const VIEWER = someViewer()
export const OWN = { user: { _id: VIEWER._id, userName: VIEWER.userName, profilePicture: '' } }

/** Shows a post's comments under a count that follows them, as a post's page does. */
export function openComments(count: number, { path = '/posts/1', viewer = VIEWER } = {}) {
  answer(getViewer, { success: true, _id: viewer._id, data: viewer })
  function Page() {
    const [known, setKnown] = useState(count)
    return (
      <>
        <h1>Tide</h1>
        <Comments postId={somePost()._id} count={known} onCountChange={setKnown} />
      </>
    )
  }
  return renderPage(<Page />, path, viewer)
}

/** Makes the fake API answer with these pages of threads, each of which leads to the next. */
export function answerThreads(...pages: Comment[][]): (string | null)[] {
  return answerPages(listComments.url, pages)
}

/** Makes the fake API answer with these pages of replies, for whichever thread; the first is at `page-0`. */
export function answerReplies(...pages: FlatComment[][]): (string | null)[] {
  return answerPages(listReplies.url, pages)
}

/** Makes the fake API answer with what `reply` gives, but only once the test says so, or is over. */
export function answerLate(endpoint: Endpoint, reply: () => JsonBodyType, status = 200) {
  const said = Promise.withResolvers<void>()
  onTestFinished(() => said.resolve())
  const verb = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }
  fakeApi.use(
    verb[endpoint.method](`*${endpoint.url}`, async () => {
      await said.promise
      return HttpResponse.json(reply(), { status })
    }),
  )
  return said.resolve
}

/** The list item of the comment that says `text`. */
export function findComment(text: string): Promise<HTMLElement> {
  return waitFor(() => itemOf(screen.getByText(text)))
}

/** What can be found in a comment itself and below it. */
export async function inComment(text: string) {
  return within(await findComment(text))
}

function itemOf(element: Element): HTMLElement {
  const item = element.closest('li')
  if (!item) throw new Error('Not in a list')
  return item
}

function answerPages(url: string, pages: JsonBodyType[]): (string | null)[] {
  const asked: (string | null)[] = []
  fakeApi.use(
    http.get(`*${url}`, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      asked.push(cursor)
      const index = Number(cursor?.replace('page-', '') ?? 0)
      const link = `<${url}?cursor=page-${index + 1}>; rel="next"`
      const headers = index + 1 < pages.length ? { link } : undefined
      return HttpResponse.json(pages[index] ?? [], headers && { headers })
    }),
  )
  return asked
}
