import { PostEdit, type Post, type PostType } from '@dolph/contract/posts'
import { Id } from '@dolph/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod/mini'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ownPost, useEditPost } from './data.ts'
import { DraftNote } from './draft-note.tsx'
import { EditFailed, EditNotFound } from './edit-missing.tsx'
import { EditSkeleton } from './edit-skeleton.tsx'
import { EDIT_WORDS } from './edit-words.ts'
import { PostFieldset } from './fieldset.tsx'
import { FormFoot } from './form-foot.tsx'
import { draftKeyOf, fieldsOf } from './post-fields.ts'
import { Preview } from './preview.tsx'
import { usePostForm } from './use-post-form.ts'
import { WritingFrame, type Side } from './writing-frame.tsx'

const OFFERED: readonly PostType[] = ['showcase', 'seeking-contributors', 'looking-to-join']

/** This page leaves the project's own address alone, whatever it is. */
const EditedHere = z.extend(PostEdit, { projectUrl: z.string() })

export function EditPage() {
  const { id = '' } = useParams()
  return z.safeParse(Id, id).success ? <EditPost key={id} id={id} /> : <EditNotFound />
}

function EditPost({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(ownPost(id))
  if (post) return <EditForm post={post} />
  if (error instanceof ApiError && error.code === 'not-found') return <EditNotFound />
  if (error) return <EditFailed onRetry={() => void refetch()} />
  return <EditSkeleton />
}

function EditForm({ post }: { post: Post }) {
  const navigate = useNavigate()
  const edit = useEditPost(post._id)
  const [side, setSide] = useState<Side>('write')
  const writing = usePostForm({
    schema: EditedHere,
    initial: fieldsOf(post),
    draftKey: draftKeyOf(post),
    onInvalid: () => flushSync(() => setSide('write')),
  })

  const leave = () => void navigate('/my-posts')
  const submit = () =>
    writing.submit({
      send: ({ title, type, body, github, demo }) =>
        edit.mutateAsync({ title, type, body, github, demo }),
      onDone: leave,
    })
  const cancel = () => {
    writing.draft.drop()
    leave()
  }

  return (
    <WritingFrame
      {...EDIT_WORDS}
      side={side}
      onSide={setSide}
      onSubmit={submit}
      fields={
        <PostFieldset
          form={writing.form}
          types={OFFERED.includes(post.type) ? OFFERED : [...OFFERED, post.type]}
          links={['github', 'demo']}
          labels={{ type: 'Post Type', body: 'Content' }}
        />
      }
      preview={<Preview control={writing.form.control} />}
      foot={
        <FormFoot
          problem={writing.problemOf(edit.error, 'Failed to update post')}
          note={<DraftNote keptAt={writing.draft.keptAt} onDiscard={writing.discard} />}
        >
          <Button type="submit" variant="primary" busy={edit.isPending}>
            Update Post
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </FormFoot>
      }
    />
  )
}
