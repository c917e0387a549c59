import { deleteComment, editComment, listComments, listReplies } from '@dolph/contract/comments'
import type { Person } from '@dolph/contract/people'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call, callPage } from '../../lib/api.ts'
import {
  attachReplies,
  attachThreads,
  FROM_THE_TOP,
  hasComment,
  NOTHING,
  put,
  remove,
  restOf,
  withAuthor,
  type Discussion,
  type ReplyPage,
  type Start,
  type ThreadPage,
} from './discussion.ts'
import { freshen, repliesToSee } from './freshen.ts'
import { isBeingAnswered, pagesInView } from './on-screen.ts'

const ALL_DISCUSSIONS = ['comments', 'discussion'] as const
const COMMENTS_REFRESH_MS = 30_000
/** As long as the lists of posts are kept: Back finds threads as they were. */
const COMMENTS_KEPT_MS = 30 * 60_000
/** Whoever asks for the rest of a thread mostly gets all of it. */
const REPLIES_PAGE = 50

/** A post's comments as far as they were read; looked at again every so often, where they stand. */
export const discussion = (postId: string) =>
  queryOptions({
    queryKey: keyOf(postId),
    queryFn: async ({ client, signal }): Promise<Discussion> => {
      const known = client.getQueryData<Discussion>(keyOf(postId))
      if (!known) {
        return attachThreads(NOTHING, await fetchThreads(postId, FROM_THE_TOP, signal))
      }
      const inView = pagesInView()
      const due = known.read.filter(
        (start, index) => inView.has(index) || start === known.read.at(-1),
      )
      const pages = await Promise.all(due.map((start) => fetchThreads(postId, start, signal)))
      const last = pages.at(-1)
      // Whoever had read everything goes on having read everything.
      const beyond = known.rest === null && last ? restOf(last.threads, last.nextCursor) : null
      if (beyond) pages.push(await fetchThreads(postId, beyond, signal))
      const replies = await Promise.all(
        repliesToSee(known, pages).map(({ thread, start }) => fetchReplies(thread, start, signal)),
      )
      // Somebody may have read on, or written, while this was on its way.
      const now = client.getQueryData<Discussion>(keyOf(postId)) ?? known
      return freshen(now, { pages, replies }, isBeingAnswered)
    },
    refetchInterval: COMMENTS_REFRESH_MS,
    gcTime: COMMENTS_KEPT_MS,
  })

export function useReadOn(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (start: Start) => fetchThreads(postId, start),
    onSuccess: (page) => change(client, postId, (now) => attachThreads(now, page)),
    networkMode: 'always',
  })
}

export function useReadReplies(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rest: { thread: string; start: Start }) => fetchReplies(rest.thread, rest.start),
    onSuccess: (page) => change(client, postId, (now) => attachReplies(now, page)),
    networkMode: 'always',
  })
}

export function useEditComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      call(editComment, { params: { id }, body: { content } }),
    onSuccess: ({ data }) => overrule(client, postId, (now) => put(now, data)),
    networkMode: 'always',
  })
}

export function useDeleteComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteComment, { params: { id } }),
    onSuccess: ({ data }, id) => overrule(client, postId, (now) => remove(now, id, data)),
    networkMode: 'always',
  })
}

/** Changes what is known by something that the server has just said: a refresh under way may be older. */
export async function overrule(
  client: QueryClient,
  postId: string,
  by: (now: Discussion) => Discussion,
): Promise<void> {
  const queryKey = keyOf(postId)
  if (!client.getQueryData(queryKey)) return client.invalidateQueries({ queryKey })
  await client.cancelQueries({ queryKey })
  change(client, postId, by)
}

/** Shows an author as they are now, wherever their comments are held. */
export function changeCommenter(client: QueryClient, author: Person): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ALL_DISCUSSIONS })) {
    // No newer than it was: the next refresh is due when it was due.
    client.setQueryData<Discussion>(queryKey, (now) => now && withAuthor(now, author), {
      updatedAt: state.dataUpdatedAt,
    })
  }
}

/** Whether a comment is among those that were read. */
export function isKnown(client: QueryClient, postId: string, id: string): boolean {
  const now = client.getQueryData<Discussion>(keyOf(postId))
  return now !== undefined && hasComment(now, id)
}

function change(client: QueryClient, postId: string, by: (now: Discussion) => Discussion): void {
  client.setQueryData<Discussion>(keyOf(postId), (now) => now && by(now))
}

function keyOf(postId: string) {
  return [...ALL_DISCUSSIONS, postId] as const
}

async function fetchThreads(
  postId: string,
  start: Start,
  signal?: AbortSignal,
): Promise<ThreadPage> {
  const querystring = start.cursor === null ? {} : { cursor: start.cursor }
  const page = await callPage(listComments, { params: { id: postId }, querystring }, signal)
  return { start, threads: page.items, nextCursor: page.nextCursor }
}

async function fetchReplies(
  thread: string,
  start: Start,
  signal?: AbortSignal,
): Promise<ReplyPage> {
  const querystring = {
    limit: REPLIES_PAGE,
    ...(start.cursor !== null && { cursor: start.cursor }),
  }
  const page = await callPage(listReplies, { params: { id: thread }, querystring }, signal)
  return { thread, start, replies: page.items, nextCursor: page.nextCursor }
}
