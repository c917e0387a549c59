import {
  createPost,
  editPost,
  readOwnPost,
  type Post,
  type PostDraft,
  type PostEdit,
} from '@dolph/contract/posts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api.ts'
import { updateCachedPost } from '../post-cache.ts'
import { toPostFields, arePostFieldsEqual } from './post-fields.ts'

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
  draft: PostDraft
  tempId: string
}

export function useCreatePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, tempId }: NewPost) => createOrUpdatePost(draft, tempId),
    // Inactive lists are discarded, so that they are fetched again with the new post.
    onSuccess: () => client.removeQueries({ queryKey: ['posts'], type: 'inactive' }),
    networkMode: 'always',
  })
}

async function createOrUpdatePost(draft: PostDraft, tempId: string): Promise<Post> {
  const { data } = await callEndpoint(createPost, { body: { ...draft, tempId } })
  if (arePostFieldsEqual(toPostFields(data), draft)) return data
  // An earlier attempt reached the server, and the text was changed since.
  return (await callEndpoint(editPost, { params: { id: data._id }, body: draft })).data
}

export function useEditPost(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PostEdit>) => callEndpoint(editPost, { params: { id }, body }),
    onSuccess: async ({ data }) => {
      // A list request in flight would bring the old text back.
      await client.cancelQueries({ queryKey: ['posts'] })
      updateCachedPost(client, id, () => data)
    },
    networkMode: 'always',
  })
}
