import { PostEdit, PostType, type Post } from '@dolph/contract/posts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useSubmitShortcut } from '../../../lib/shortcut-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { useEditPost } from '../writing/data.ts'
import { DraftNote } from '../writing/draft-note.tsx'
import { PostFieldset } from '../writing/post-fieldset.tsx'
import { PostFormFooter } from '../writing/post-form-footer.tsx'
import { getPostDraftKey, toPostFields } from '../writing/post-fields.ts'
import { usePostForm } from '../writing/use-post-form.ts'
import { getEditButtonId, useEditedPost } from './edited-post.ts'

/** A post being changed where it stands in the list. */
export function InlinePostEditor({ post }: { post: Post }) {
  const { close } = useEditedPost()
  const edit = useEditPost(post._id)
  const writing = usePostForm({
    schema: PostEdit,
    initial: toPostFields(post),
    draftKey: getPostDraftKey(post),
  })
  const { form } = writing

  useEffect(() => {
    form.setFocus('title')
    // The card is back by then, with the button that was pressed.
    return () => document.getElementById(getEditButtonId(post._id))?.focus()
  }, [form, post._id])

  const save = () => writing.submit({ send: (fields) => edit.mutateAsync(fields), onDone: close })
  const cancel = () => {
    writing.draft.discard()
    close()
  }

  const frame = useRef<HTMLFormElement>(null)
  useSubmitShortcut(frame, save)

  return (
    <form
      ref={frame}
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
        form={form}
        types={PostType.options}
        links={['github', 'demo', 'projectUrl']}
        labels={{ type: 'Type', body: 'Description' }}
        enforcesMaxLength
      />
      <PostFormFooter
        problem={writing.problemOf(edit.error, 'Failed to update post')}
        note={<DraftNote savedAt={writing.draft.savedAt} onDiscard={writing.discard} />}
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
