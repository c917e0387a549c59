import { type PostType } from '@dolph/contract/posts/post-type'
import { Cover } from '@dolph/contract/posts/post-pictures'
import { PostEdit, type Post } from '@dolph/contract/posts/posts'
import { Id } from '@dolph/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { flushSync } from 'react-dom'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod/mini'
import { isNotFound } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EditPostProject } from '../../projects/writing/edit-post-project.tsx'
import { ownPostQuery, useEditPost, useRefreshProject } from './data.ts'
import { DraftNote } from './draft-note.tsx'
import { EditPostLoadError, EditPostNotFound } from './edit-post-unavailable.tsx'
import { EditPostSkeleton } from './edit-post-skeleton.tsx'
import { EDIT_PAGE_TEXTS } from './edit-page-texts.ts'
import { PostFieldset } from './post-fieldset.tsx'
import { PostFormFooter } from './post-form-footer.tsx'
import { getChangedCover, getPostDraftKey, toPostFields } from './post-fields.ts'
import { PostPreview } from './post-preview.tsx'
import { usePostForm } from './use-post-form.ts'
import { PostFormLayout, type PostFormTab } from './post-form-layout.tsx'

const OFFERED_TYPES: readonly PostType[] = ['showcase', 'seeking-contributors', 'looking-to-join']

/** This page does not show the project URL, so it accepts any stored value. */
const EditPageSchema = z.extend(PostEdit, { projectUrl: z.string(), cover: z.nullable(Cover) })

export function EditPostPage() {
  const { id = '' } = useParams()
  return z.safeParse(Id, id).success ? <EditPostLoader key={id} id={id} /> : <EditPostNotFound />
}

function EditPostLoader({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(ownPostQuery(id))
  if (post) return <EditPostForm post={post} />
  if (isNotFound(error)) return <EditPostNotFound />
  if (error) return <EditPostLoadError error={error} onRetry={() => void refetch()} />
  return <EditPostSkeleton />
}

function EditPostForm({ post }: { post: Post }) {
  const navigate = useNavigate()
  const edit = useEditPost(post._id)
  const refreshProject = useRefreshProject(post._id)
  const [activeTab, setActiveTab] = useState<PostFormTab>('write')
  const postForm = usePostForm({
    schema: EditPageSchema,
    initial: toPostFields(post),
    draftKey: getPostDraftKey(post),
    onInvalid: () => flushSync(() => setActiveTab('write')),
  })

  const hasProject =
    useWatch({ control: postForm.form.control, name: 'type' }) !== 'looking-to-join'

  const leave = () => void navigate('/my-posts')
  const submit = () =>
    postForm.submit({
      send: ({ title, type, body, github, demo, cover }) =>
        edit.mutateAsync({ title, type, body, github, demo, ...getChangedCover(post, cover) }),
      onDone: leave,
    })
  const cancel = () => {
    postForm.draft.discard()
    leave()
  }

  return (
    <PostFormLayout
      {...EDIT_PAGE_TEXTS}
      activeTab={activeTab}
      onTabChange={setActiveTab}
      onSubmit={submit}
      fields={
        <>
          <PostFieldset
            key={postForm.fieldsKey}
            form={postForm.form}
            onUploadsChange={postForm.onUploadsChange}
            types={
              OFFERED_TYPES.includes(post.type) ? OFFERED_TYPES : [...OFFERED_TYPES, post.type]
            }
            links={['github', 'demo']}
          />
          {hasProject && (
            <EditPostProject postId={post._id} onChanged={() => void refreshProject()} />
          )}
        </>
      }
      preview={
        <PostPreview
          control={postForm.form.control}
          known={post}
          project={hasProject ? post.project : null}
        />
      }
      footer={
        <PostFormFooter
          problem={postForm.getProblem(edit.error, 'Failed to update post')}
          note={<DraftNote savedAt={postForm.draft.savedAt} onDiscard={postForm.discard} />}
        >
          <Button type="submit" variant="primary" busy={edit.isPending}>
            Update Post
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </PostFormFooter>
      }
    />
  )
}
