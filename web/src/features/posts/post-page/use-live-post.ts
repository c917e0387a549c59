import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createTempId } from '../../../lib/temp-id.ts'
import { connection } from '../../../realtime/connection.ts'
import { useConnectionState } from '../../../realtime/use-connection-state.ts'
import { useServerEvent } from '../../../realtime/use-server-event.ts'
import { discussionQuery } from '../../comments/data.ts'
import { isLikePending } from '../likes/like-intent.ts'
import { markPostNotFound, postQuery } from '../data.ts'
import { updateCachedPost } from '../post-cache.ts'

const WATCH_DELAY_MS = 300
/** Between two refreshes of the comments: a lively post has many readers, and each of them asks the server. */
const REFRESH_INTERVAL_MS = 3_000

/** Shows likes, comments and edits of others and decisions of moderators as they happen. What a lost event leaves out, the refresh at an interval brings. */
export function useLivePost(postId: string): void {
  const client = useQueryClient()
  const { state } = useConnectionState()
  const refresh = (queryKey: QueryKey) => refreshQuery(client, queryKey)
  const refreshCommentsSoon = useThrottle(
    () => refresh(discussionQuery(postId).queryKey),
    REFRESH_INTERVAL_MS,
  )
  const refreshPostSoon = useThrottle(
    () => refresh(postQuery(client, postId).queryKey),
    REFRESH_INTERVAL_MS,
  )

  useEffect(() => (state === 'connected' ? watchPost(postId) : undefined), [state, postId])

  useServerEvent('post_changed', (event) => {
    if (event.postId !== postId) return
    const { likeCount, commentCount, reason, includesPost } = event
    // The reply to the member's own like has the count that fits it.
    const likes = isLikePending(client, postId) ? {} : { likeCount }
    updateCachedPost(client, postId, (post) => ({ ...post, ...likes, commentCount }))
    if (reason === 'comments') refreshCommentsSoon()
    if (includesPost) refreshPostSoon()
  })
  useServerEvent('post_withdrawn', (event) => {
    if (event.postId === postId) void markPostNotFound(client, postId)
  })
}

/** Returns the function that ends it. A member who leafs through posts watches none of them. */
function watchPost(postId: string): () => void {
  let isWatching = false
  const timer = setTimeout(() => {
    isWatching = connection.send({ type: 'watch_post', postId, tempId: createTempId() })
  }, WATCH_DELAY_MS)
  return () => {
    clearTimeout(timer)
    if (isWatching) connection.send({ type: 'unwatch_post', postId, tempId: createTempId() })
  }
}

/** A page in the background is only marked: it refreshes when the member comes back to it. */
function refreshQuery(client: QueryClient, queryKey: QueryKey): void {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active'
  void client.invalidateQueries({ queryKey, refetchType })
}

/** Returns a function that calls `callback` at once, or when the interval since the last call is over. */
function useThrottle(callback: () => void, intervalMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const calledAt = useRef(-Infinity)
  useEffect(() => () => clearTimeout(timer.current), [])

  function run() {
    timer.current = undefined
    calledAt.current = Date.now()
    callback()
  }
  return () => {
    if (timer.current !== undefined) return
    const waitMs = calledAt.current + intervalMs - Date.now()
    if (waitMs <= 0) run()
    else timer.current = setTimeout(run, waitMs)
  }
}
