import { PostType } from '@dolph/contract/posts/post-type'
import type { Post } from '@dolph/contract/posts/posts'
import {
  GLANCE_SKILLS_MAX,
  type ProjectGlance,
  type ProjectState,
} from '@dolph/contract/projects/projects'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { LazyLimitNotice } from '../../moderation/lazy-limit-notice.tsx'
import { NewPostProject } from '../../projects/writing/new-post-project.tsx'
import { useNewPostProject } from '../../projects/writing/use-new-post-project.ts'
import { NewPostRoles } from '../../roles/writing/new-post-roles.tsx'
import type { UnsentRole } from '../../roles/writing/unsent-role-drafts.ts'
import { useNewPostRoles } from '../../roles/writing/use-new-post-roles.ts'
import { ImportSection } from '../importing/import-section.tsx'
import { useFillForm } from '../importing/use-fill-form.ts'
import { lazyPublishedPanel } from '../sharing/lazy-published-panel.ts'
import { createPublishedState } from '../sharing/use-published-post.ts'
import { useCreatePost } from './data.ts'
import { DraftNote } from './draft-note.tsx'
import { PostFieldset } from './post-fieldset.tsx'
import { PostFormFooter } from './post-form-footer.tsx'
import { EMPTY_POST_FIELDS } from './post-fields.ts'
import { PostContent } from './post-key.ts'
import { PostPreview } from './post-preview.tsx'
import { usePostForm } from './use-post-form.ts'
import { PostFormLayout, type PostFormTab } from './post-form-layout.tsx'

const OFFERED_TYPES: readonly PostType[] = [
  'showcase',
  'seeking-contributors',
  'looking-to-join',
  'in-development',
  'project-idea',
  'other',
]

export function CreatePostPage() {
  const navigate = useNavigate()
  const create = useCreatePost()
  const [params] = useSearchParams()
  const [initial] = useState(() => ({
    ...EMPTY_POST_FIELDS,
    type: parseOfferedType(params.get('type')),
  }))
  const [activeTab, setActiveTab] = useState<PostFormTab>('write')
  const postForm = usePostForm({
    schema: PostContent,
    initial,
    draftKey: 'post:new',
    onInvalid: () => flushSync(() => setActiveTab('write')),
  })

  const newRoles = useNewPostRoles()
  const newProject = useNewPostProject()
  const fillForm = useFillForm({ form: postForm.form, newRoles, newProject })
  const takesRoles =
    useWatch({ control: postForm.form.control, name: 'type' }) !== 'looking-to-join'

  useEffect(() => lazyPublishedPanel.load(), [])
  const sendPost = async (draft: PostContent): Promise<Post> => {
    const { key, saveKey } = postForm
    const post = await create.mutateAsync({ draft, key, saveKey })
    if (!takesRoles) {
      newRoles.discard()
      newProject.discard()
    } else if (!(await newProject.send(post._id))) toast.error(PROJECT_FAILED)
    if (!takesRoles || newRoles.roles.length === 0) return post
    const failed = await newRoles.sendAll(post._id)
    if (failed > 0) toast.error(describeFailedRoles(failed))
    return post
  }
  const submit = () => {
    let published: Post | undefined
    postForm.submit({
      send: async (draft) => {
        published = await sendPost(draft)
      },
      onDone: () =>
        void navigate('/posts', { state: published && createPublishedState(published) }),
    })
  }

  const isSending = create.isPending || newProject.isSending || newRoles.isSending
  const discard = () => {
    newRoles.discard()
    newProject.discard()
    postForm.discard()
  }

  return (
    <PostFormLayout
      title="Create New Project"
      lead="Show what you built, propose an idea, or say who you are looking for."
      activeTab={activeTab}
      onTabChange={setActiveTab}
      onSubmit={submit}
      fields={
        <>
          <LazyLimitNotice activity="posting" />
          <ImportSection {...fillForm} />
          <PostFieldset
            key={postForm.fieldsKey}
            form={postForm.form}
            onUploadsChange={postForm.onUploadsChange}
            types={OFFERED_TYPES}
            links={['github', 'demo', 'projectUrl']}
          />
          {takesRoles && <NewPostRoles {...newRoles} />}
          {takesRoles && (
            <NewPostProject
              project={newProject.project}
              onChange={newProject.change}
              onClear={newProject.discard}
            />
          )}
        </>
      }
      preview={
        <PostPreview
          control={postForm.form.control}
          project={takesRoles ? previewProject(newProject.project.state, newRoles.roles) : null}
        />
      }
      footer={
        <PostFormFooter
          problem={postForm.getProblem(create.error, 'Error creating post')}
          note={<DraftNote savedAt={postForm.draft.savedAt} onDiscard={discard} />}
        >
          <Button type="submit" variant="accent" busy={isSending}>
            {isSending ? 'Creating...' : 'Create Project'}
          </Button>
        </PostFormFooter>
      }
    />
  )
}

/** What the card will say of the project. */
function previewProject(
  state: ProjectState | null,
  roles: readonly UnsentRole[],
): ProjectGlance | null {
  if (state === null && roles.length === 0) return null
  const skills = [...new Set(roles.flatMap(({ fields }) => fields.skills))]
  return {
    state,
    openRoles: roles.length,
    teamSize: 0,
    skills: skills.slice(0, GLANCE_SKILLS_MAX),
  }
}

const PROJECT_FAILED =
  'State and topics could not be saved. You can set them on the page of your project.'

function describeFailedRoles(count: number): string {
  const roles = count === 1 ? '1 role' : `${count} roles`
  return `${roles} could not be added. You can try again on the page of your project.`
}

/** The type that a link to this page presets. */
function parseOfferedType(text: string | null): PostType {
  const type = z.safeParse(PostType, text)
  return type.success && OFFERED_TYPES.includes(type.data) ? type.data : EMPTY_POST_FIELDS.type
}
