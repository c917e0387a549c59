import {
  deleteComment,
  editComment,
  listComments,
  listReplies,
} from '@dolph/contract/comments/comments'
import type { Person } from '@dolph/contract/people/people'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { callEndpoint, callPaginatedEndpoint } from '../../lib/api/api.ts'
import {
  attachReplies,
  attachThreads,
  FIRST_PAGE,
  hasComment,
  EMPTY_DISCUSSION,
  foldComments,
  upsertComment,
  removeComment,
  getNextPage,
  withAuthor,
  type Discussion,
  type ReplyPage,
  type PageStart,
  type ThreadPage,
} from './discussion.ts'
import { refreshDiscussion, findRepliesToRefetch } from './refresh-discussion.ts'
import { isReplyInProgress, getVisibleThreadPages } from './visible-pages.ts'

const DISCUSSIONS_KEY = ['comments', 'discussion'] as const
const COMMENTS_REFRESH_MS = 30_000
/** As long as the lists of posts are cached: Back restores the threads as they were. */
const COMMENTS_CACHE_MS = 30 * 60_000
/** Large enough to fetch the rest of most threads with one request. */
const REPLIES_PAGE_SIZE = 50

/** The loaded comments of a post. A refetch renews the visible pages and the last one in place. */
export const discussionQuery = (postId: string) =>
  queryOptions({
    queryKey: getDiscussionKey(postId),
    queryFn: async ({ client, signal }): Promise<Discussion> => {
      const cached = client.getQueryData<Discussion>(getDiscussionKey(postId))
      if (!cached) {
        return attachThreads(EMPTY_DISCUSSION, await fetchThreads(postId, FIRST_PAGE, signal))
      }
      const visiblePages = getVisibleThreadPages()
      const pagesToRefetch = cached.loadedPages.filter(
        (start, index) => visiblePages.has(index) || start === cached.loadedPages.at(-1),
      )
      const pages = await Promise.all(
        pagesToRefetch.map((start) => fetchThreads(postId, start, signal)),
      )
      const lastPage = pages.at(-1)
      // A fully loaded discussion stays fully loaded: a page that was added since is fetched too.
      const nextPage =
        cached.nextPage === null && lastPage
          ? getNextPage(lastPage.threads, lastPage.nextCursor)
          : null
      if (nextPage) pages.push(await fetchThreads(postId, nextPage, signal))
      const replies = await Promise.all(
        findRepliesToRefetch(cached, pages).map(({ threadId, start }) =>
          fetchReplies(threadId, start, signal),
        ),
      )
      // Read again: the member may have loaded more or posted a comment during the requests.
      const current = client.getQueryData<Discussion>(getDiscussionKey(postId)) ?? cached
      return refreshDiscussion(current, { pages, replies }, isReplyInProgress)
    },
    refetchInterval: COMMENTS_REFRESH_MS,
    gcTime: COMMENTS_CACHE_MS,
  })

export function useLoadMoreThreads(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (start: PageStart) => fetchThreads(postId, start),
    onSuccess: (page) =>
      updateDiscussion(client, postId, (discussion) => attachThreads(discussion, page)),
    networkMode: 'always',
  })
}

export function useLoadMoreReplies(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (next: { threadId: string; start: PageStart }) =>
      fetchReplies(next.threadId, next.start),
    onSuccess: (page) =>
      updateDiscussion(client, postId, (discussion) => attachReplies(discussion, page)),
    networkMode: 'always',
  })
}

export function useEditComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      callEndpoint(editComment, { params: { id }, body: { content } }),
    onSuccess: ({ data }) =>
      cancelRefetchAndUpdate(client, postId, (discussion) => upsertComment(discussion, data)),
    networkMode: 'always',
  })
}

export function useDeleteComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callEndpoint(deleteComment, { params: { id } }),
    onSuccess: ({ data }, id) =>
      cancelRefetchAndUpdate(client, postId, (discussion) => removeComment(discussion, id, data)),
    networkMode: 'always',
  })
}

/** Applies a change that the server has confirmed. A running refetch is canceled, because its response may be older. */
export async function cancelRefetchAndUpdate(
  client: QueryClient,
  postId: string,
  update: (discussion: Discussion) => Discussion,
): Promise<void> {
  const queryKey = getDiscussionKey(postId)
  if (!client.getQueryData(queryKey)) return client.invalidateQueries({ queryKey })
  await client.cancelQueries({ queryKey })
  updateDiscussion(client, postId, update)
}

/** Replaces an author in every cached discussion, for example after a change of the profile picture. */
export function updateCommentAuthor(client: QueryClient, author: Person): void {
  updateEveryDiscussion(client, (discussion) => withAuthor(discussion, author))
}

/** Folds the comments of an ignored member in every cached discussion. */
export function foldCommentsBy(client: QueryClient, authorId: string): void {
  updateEveryDiscussion(client, (discussion) => foldComments(discussion, authorId))
}

function updateEveryDiscussion(
  client: QueryClient,
  update: (discussion: Discussion) => Discussion,
): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: DISCUSSIONS_KEY })) {
    // `updatedAt` stays: this change must not postpone the next refetch.
    client.setQueryData<Discussion>(queryKey, (discussion) => discussion && update(discussion), {
      updatedAt: state.dataUpdatedAt,
    })
  }
}

/** Whether a comment is among the loaded ones. */
export function isCommentLoaded(client: QueryClient, postId: string, id: string): boolean {
  const discussion = client.getQueryData<Discussion>(getDiscussionKey(postId))
  return discussion !== undefined && hasComment(discussion, id)
}

function updateDiscussion(
  client: QueryClient,
  postId: string,
  update: (discussion: Discussion) => Discussion,
): void {
  client.setQueryData<Discussion>(
    getDiscussionKey(postId),
    (discussion) => discussion && update(discussion),
  )
}

function getDiscussionKey(postId: string) {
  return [...DISCUSSIONS_KEY, postId] as const
}

async function fetchThreads(
  postId: string,
  start: PageStart,
  signal?: AbortSignal,
): Promise<ThreadPage> {
  const querystring = start.cursor === null ? {} : { cursor: start.cursor }
  const page = await callPaginatedEndpoint(
    listComments,
    { params: { id: postId }, querystring },
    signal,
  )
  return { start, threads: page.items, nextCursor: page.nextCursor }
}

async function fetchReplies(
  threadId: string,
  start: PageStart,
  signal?: AbortSignal,
): Promise<ReplyPage> {
  const querystring = {
    limit: REPLIES_PAGE_SIZE,
    ...(start.cursor !== null && { cursor: start.cursor }),
  }
  const page = await callPaginatedEndpoint(
    listReplies,
    { params: { id: threadId }, querystring },
    signal,
  )
  return { threadId, start, replies: page.items, nextCursor: page.nextCursor }
}
