import {
  createPost,
  editPost,
  readOwnPost,
  type Post,
  type PostDraft,
  type PostEdit,
} from '@dolph/contract/posts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { changePost } from '../post-cache.ts'
import { fieldsOf, isSame } from './post-fields.ts'

/** A post of one's own, to be changed. Always asked for: what is changed must be what is there. */
export const ownPost = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'own-one', id],
    queryFn: async ({ signal }) => (await call(readOwnPost, { params: { id } }, signal)).data,
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
    mutationFn: ({ draft, tempId }: NewPost) => create(draft, tempId),
    // Every list starts anew, and so has it.
    onSuccess: () => client.removeQueries({ queryKey: ['posts'], type: 'inactive' }),
    networkMode: 'always',
  })
}

async function create(draft: PostDraft, tempId: string): Promise<Post> {
  const { data } = await call(createPost, { body: { ...draft, tempId } })
  if (isSame(fieldsOf(data), draft)) return data
  // An earlier try had arrived after all, and the text was changed since.
  return (await call(editPost, { params: { id: data._id }, body: draft })).data
}

export function useEditPost(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PostEdit>) => call(editPost, { params: { id }, body }),
    onSuccess: async ({ data }) => {
      // A list that was asked for before would bring the old words back.
      await client.cancelQueries({ queryKey: ['posts'] })
      changePost(client, id, () => data)
    },
    networkMode: 'always',
  })
}
