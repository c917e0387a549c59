import { PostDraft, type PostType } from '@dolph/contract/posts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { useCreatePost } from './data.ts'
import { DraftNote } from './draft-note.tsx'
import { PostFieldset } from './fieldset.tsx'
import { FormFoot } from './form-foot.tsx'
import { EMPTY } from './post-fields.ts'
import { Preview } from './preview.tsx'
import { usePostForm } from './use-post-form.ts'
import { WritingFrame, type Side } from './writing-frame.tsx'

const OFFERED: readonly PostType[] = [
  'showcase',
  'seeking-contributors',
  'looking-to-join',
  'in-development',
  'project-idea',
  'other',
]

export function CreatePage() {
  const navigate = useNavigate()
  const create = useCreatePost()
  const [side, setSide] = useState<Side>('write')
  const post = usePostForm({
    schema: PostDraft,
    initial: EMPTY,
    draftKey: 'post:new',
    onInvalid: () => flushSync(() => setSide('write')),
  })

  const submit = () =>
    post.submit({
      send: (draft) => create.mutateAsync({ draft, tempId: post.tempId }),
      onDone: () => void navigate('/posts'),
    })

  return (
    <WritingFrame
      title="Create New Project"
      lead="Show what you built, propose an idea, or say who you are looking for."
      side={side}
      onSide={setSide}
      onSubmit={submit}
      fields={
        <PostFieldset
          form={post.form}
          types={OFFERED}
          links={['github', 'demo', 'projectUrl']}
          labels={{ type: 'Type', body: 'Description' }}
        />
      }
      preview={<Preview control={post.form.control} />}
      foot={
        <FormFoot
          problem={post.problemOf(create.error, 'Error creating post')}
          note={<DraftNote keptAt={post.draft.keptAt} onDiscard={post.discard} />}
        >
          <Button type="submit" variant="accent" busy={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create Project'}
          </Button>
        </FormFoot>
      }
    />
  )
}
