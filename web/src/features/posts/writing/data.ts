import type { Cover } from '@dolph/contract/posts/post-pictures'
import {
  createPost,
  editPost,
  readOwnPost,
  type Post,
  type PostEdit,
} from '@dolph/contract/posts/posts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { refreshOnboarding } from '../../accounts/onboarding.ts'
import { updateCachedPost } from '../post-cache.ts'
import { toPostFields, arePostFieldsEqual } from './post-fields.ts'
import { getKeyAfterError, type PostContent, type PostKey } from './post-key.ts'
import { cancelRequests } from '../../../lib/queries/cancel-requests.ts'

/**
 * The member's own post for the edit form. It is never taken from a cache, so that the form starts from the current version.
 */
export const ownPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'own-one', id],
    queryFn: async ({ signal }) =>
      (await callEndpoint(readOwnPost, { params: { id } }, signal)).data,
    staleTime: Infinity,
    gcTime: 0,
  })

interface NewPost {
  draft: PostContent
  key: PostKey
  saveKey: (key: PostKey) => void
}

export function useCreatePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: createOrUpdatePost,
    // Inactive lists are discarded, so that they are fetched again with the new post.
    onSuccess: () => {
      client.removeQueries({ queryKey: ['posts'], type: 'inactive' })
      refreshOnboarding(client)
    },
    networkMode: 'always',
  })
}

async function createOrUpdatePost({ draft, key, saveKey }: NewPost): Promise<Post> {
  // An earlier attempt may have arrived: its content is repeated, because the server refuses other content under its key.
  const content = key.sent ?? draft
  const attempted = { tempId: key.tempId, sent: content }
  saveKey(attempted)
  const post = await sendNewPost(content, key).catch((error: unknown) => {
    saveKey(getKeyAfterError(key, attempted, error))
    throw error
  })
  if (arePostFieldsEqual(toPostFields(post), draft)) return post
  // The text was changed since the attempt that arrived.
  return (await callEndpoint(editPost, { params: { id: post._id }, body: draft })).data
}

async function sendNewPost(content: PostContent, { tempId }: PostKey): Promise<Post> {
  return (await callEndpoint(createPost, { body: { ...content, tempId } })).data
}

/** Returns a function that brings what cards say of a project up to date, after a change of its state. */
export function useRefreshProject(id: string): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    try {
      const { data } = await callEndpoint(readOwnPost, { params: { id } })
      updateCachedPost(client, id, (post) => ({ ...post, project: data.project }))
    } catch {
      // The change is saved; the next refresh of a list shows it.
    }
  }
}

export function useEditPost(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PostEdit> & { cover?: Cover | null }) =>
      callEndpoint(editPost, { params: { id }, body }),
    onSuccess: async ({ data }) => {
      // A list request in flight would bring the old text back.
      await cancelRequests(client, { queryKey: ['posts'] })
      updateCachedPost(client, id, () => data)
    },
    networkMode: 'always',
  })
}
