import { PostType } from '@dolph/contract/posts/post-type'
import { Cover } from '@dolph/contract/posts/post-pictures'
import { PostEdit, type Post } from '@dolph/contract/posts/posts'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EditPostProject } from '../../projects/writing/edit-post-project.tsx'
import { useEditPost, useRefreshProject } from '../writing/data.ts'
import { DraftNote } from '../writing/draft-note.tsx'
import { PostFieldset } from '../writing/post-fieldset.tsx'
import { PostFormFooter } from '../writing/post-form-footer.tsx'
import { getChangedCover, getPostDraftKey, toPostFields } from '../writing/post-fields.ts'
import { usePostForm } from '../writing/use-post-form.ts'
import { getEditButtonId, useEditedPost } from './edited-post.ts'

const InlineEditSchema = z.extend(PostEdit, { cover: z.nullable(Cover) })

/** The form that replaces a post in the list while it is edited. */
export function InlinePostEditor({ post }: { post: Post }) {
  const { close } = useEditedPost()
  const edit = useEditPost(post._id)
  const refreshProject = useRefreshProject(post._id)
  const postForm = usePostForm({
    schema: InlineEditSchema,
    initial: toPostFields(post),
    draftKey: getPostDraftKey(post),
  })
  const { form } = postForm
  const hasProject = useWatch({ control: form.control, name: 'type' }) !== 'looking-to-join'

  useEffect(() => {
    form.setFocus('title')
    // The card is rendered again by then, with the Edit button that opened the editor.
    return () => document.getElementById(getEditButtonId(post._id))?.focus()
  }, [form, post._id])

  const save = () =>
    postForm.submit({
      send: ({ cover, ...fields }) =>
        edit.mutateAsync({ ...fields, ...getChangedCover(post, cover) }),
      onDone: close,
    })
  const cancel = () => {
    postForm.draft.discard()
    close()
  }

  const formElement = useRef<HTMLFormElement>(null)
  useSubmitShortcut(formElement, save)

  return (
    <form
      ref={formElement}
      method="post"
      noValidate
      aria-label={`Edit ${post.title}`}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="col-span-full grid gap-5 bg-surface p-4 in-[.grid]:rounded-card in-[.grid]:border in-[.grid]:border-edge sm:p-5"
    >
      <PostFieldset
        key={postForm.fieldsKey}
        form={form}
        onUploadsChange={postForm.onUploadsChange}
        types={PostType.options}
        links={['github', 'demo', 'projectUrl']}
        enforcesMaxLength
      />
      {hasProject && <EditPostProject postId={post._id} onChanged={() => void refreshProject()} />}
      <PostFormFooter
        problem={postForm.getProblem(edit.error, 'Failed to update post')}
        note={<DraftNote savedAt={postForm.draft.savedAt} onDiscard={postForm.discard} />}
        aside={
          <Link
            to={`/posts/edit/${post._id}`}
            className="ml-auto inline-flex min-h-6 items-center text-sm font-medium text-link hover:underline"
          >
            Edit with preview
          </Link>
        }
      >
        <Button type="submit" variant="primary" busy={edit.isPending}>
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </PostFormFooter>
    </form>
  )
}
