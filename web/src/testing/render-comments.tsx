import { getViewer } from '@dolph/contract/accounts/viewer'
import {
  listComments,
  listReplies,
  type Comment,
  type FlatComment,
} from '@dolph/contract/comments/comments'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { useState } from 'react'
import { Comments } from '../features/comments/comments.tsx'
import { mockReply, fakeApi } from './fake-api.ts'
import { renderPage } from './render-page.tsx'
import { createPostFixture } from './fixtures/post-fixtures.ts'
import { createViewerFixture } from './fixtures/viewer-fixtures.ts'

const VIEWER = createViewerFixture()
export const OWN_COMMENT = {
  user: { _id: VIEWER._id, userName: VIEWER.userName, profilePicture: '' },
}

/** Renders a post's comments with a comment count that they update, as the page of a post does. */
export function renderComments(count: number, { path = '/posts/1', viewer = VIEWER } = {}) {
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
  function Page() {
    const [currentCount, setCurrentCount] = useState(count)
    return (
      <>
        <h1>Tide</h1>
        <Comments
          postId={createPostFixture()._id}
          postAuthorId={createPostFixture().user?._id}
          count={currentCount}
          onCountChange={setCurrentCount}
        />
      </>
    )
  }
  return renderPage(<Page />, path, viewer)
}

/** Makes the fake API answer with these pages of threads, each linking to the next; returns the requested cursors. */
export function mockThreadPages(...pages: Comment[][]): (string | null)[] {
  return mockPages(listComments.url, pages)
}

/** Makes the fake API answer with these pages of replies for any thread; the first cursor is `page-0`. */
export function mockReplyPages(...pages: FlatComment[][]): (string | null)[] {
  return mockPages(listReplies.url, pages)
}

/** The list item of the comment with this text. */
export function findComment(text: string): Promise<HTMLElement> {
  return waitFor(() => getListItem(screen.getByText(text)))
}

/** Queries limited to a comment and its replies. */
export async function withinComment(text: string) {
  return within(await findComment(text))
}

function getListItem(element: Element): HTMLElement {
  const item = element.closest('li')
  if (!item) throw new Error('The element is not in a list item')
  return item
}

function mockPages(url: string, pages: JsonBodyType[]): (string | null)[] {
  const cursors: (string | null)[] = []
  fakeApi.use(
    http.get(`*${url}`, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      cursors.push(cursor)
      const index = Number(cursor?.replace('page-', '') ?? 0)
      const link = `<${url}?cursor=page-${index + 1}>; rel="next"`
      const headers = index + 1 < pages.length ? { link } : undefined
      return HttpResponse.json(pages[index] ?? [], headers && { headers })
    }),
  )
  return cursors
}
