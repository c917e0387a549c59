import { deleteComment, editComment, listComments, listReplies } from '@dolph/contract/comments'
import type { Person } from '@dolph/contract/people'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { callEndpoint, callPaginatedEndpoint } from '../../lib/api.ts'
import {
  attachReplies,
  attachThreads,
  FIRST_PAGE,
  hasComment,
  EMPTY_DISCUSSION,
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
/** As long as the lists of posts are kept: Back finds threads as they were. */
const COMMENTS_CACHE_MS = 30 * 60_000
/** Whoever asks for the rest of a thread mostly gets all of it. */
const REPLIES_PAGE_SIZE = 50

/** A post's comments as far as they were read; looked at again every so often, where they stand. */
export const discussionQuery = (postId: string) =>
  queryOptions({
    queryKey: getDiscussionKey(postId),
    queryFn: async ({ client, signal }): Promise<Discussion> => {
      const known = client.getQueryData<Discussion>(getDiscussionKey(postId))
      if (!known) {
        return attachThreads(EMPTY_DISCUSSION, await fetchThreads(postId, FIRST_PAGE, signal))
      }
      const inView = getVisibleThreadPages()
      const due = known.loadedPages.filter(
        (start, index) => inView.has(index) || start === known.loadedPages.at(-1),
      )
      const pages = await Promise.all(due.map((start) => fetchThreads(postId, start, signal)))
      const last = pages.at(-1)
      // Whoever had read everything goes on having read everything.
      const beyond =
        known.nextPage === null && last ? getNextPage(last.threads, last.nextCursor) : null
      if (beyond) pages.push(await fetchThreads(postId, beyond, signal))
      const replies = await Promise.all(
        findRepliesToRefetch(known, pages).map(({ thread, start }) =>
          fetchReplies(thread, start, signal),
        ),
      )
      // Somebody may have read on, or written, while this was on its way.
      const now = client.getQueryData<Discussion>(getDiscussionKey(postId)) ?? known
      return refreshDiscussion(now, { pages, replies }, isReplyInProgress)
    },
    refetchInterval: COMMENTS_REFRESH_MS,
    gcTime: COMMENTS_CACHE_MS,
  })

export function useLoadMoreThreads(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (start: PageStart) => fetchThreads(postId, start),
    onSuccess: (page) => updateDiscussion(client, postId, (now) => attachThreads(now, page)),
    networkMode: 'always',
  })
}

export function useLoadMoreReplies(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rest: { thread: string; start: PageStart }) =>
      fetchReplies(rest.thread, rest.start),
    onSuccess: (page) => updateDiscussion(client, postId, (now) => attachReplies(now, page)),
    networkMode: 'always',
  })
}

export function useEditComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      callEndpoint(editComment, { params: { id }, body: { content } }),
    onSuccess: ({ data }) =>
      cancelRefetchAndUpdate(client, postId, (now) => upsertComment(now, data)),
    networkMode: 'always',
  })
}

export function useDeleteComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callEndpoint(deleteComment, { params: { id } }),
    onSuccess: ({ data }, id) =>
      cancelRefetchAndUpdate(client, postId, (now) => removeComment(now, id, data)),
    networkMode: 'always',
  })
}

/** Changes what is known by something that the server has just said: a refresh under way may be older. */
export async function cancelRefetchAndUpdate(
  client: QueryClient,
  postId: string,
  by: (now: Discussion) => Discussion,
): Promise<void> {
  const queryKey = getDiscussionKey(postId)
  if (!client.getQueryData(queryKey)) return client.invalidateQueries({ queryKey })
  await client.cancelQueries({ queryKey })
  updateDiscussion(client, postId, by)
}

/** Shows an author as they are now, wherever their comments are held. */
export function updateCommentAuthor(client: QueryClient, author: Person): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: DISCUSSIONS_KEY })) {
    // No newer than it was: the next refresh is due when it was due.
    client.setQueryData<Discussion>(queryKey, (now) => now && withAuthor(now, author), {
      updatedAt: state.dataUpdatedAt,
    })
  }
}

/** Whether a comment is among those that were read. */
export function isCommentLoaded(client: QueryClient, postId: string, id: string): boolean {
  const now = client.getQueryData<Discussion>(getDiscussionKey(postId))
  return now !== undefined && hasComment(now, id)
}

function updateDiscussion(
  client: QueryClient,
  postId: string,
  by: (now: Discussion) => Discussion,
): void {
  client.setQueryData<Discussion>(getDiscussionKey(postId), (now) => now && by(now))
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
  thread: string,
  start: PageStart,
  signal?: AbortSignal,
): Promise<ReplyPage> {
  const querystring = {
    limit: REPLIES_PAGE_SIZE,
    ...(start.cursor !== null && { cursor: start.cursor }),
  }
  const page = await callPaginatedEndpoint(
    listReplies,
    { params: { id: thread }, querystring },
    signal,
  )
  return { thread, start, replies: page.items, nextCursor: page.nextCursor }
}
