import { changeProject, ProjectState, Topic } from '@dolph/contract/projects/projects'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useDraft } from '../../accounts/drafts.ts'

const NewProject = z.object({ state: z.nullable(ProjectState), topics: z.array(Topic) })
export type NewProject = z.infer<typeof NewProject>

const NOTHING: NewProject = { state: null, topics: [] }

/** State and topics of a post that is being written: kept on the device, and sent once the post exists. */
export function useNewPostProject() {
  const draft = useDraft('project:new', NewProject)
  const [project, setProject] = useState(draft.restored ?? NOTHING)
  const [isSending, setIsSending] = useState(false)
  // The values before the next rendering: an import may end after another change.
  const newest = useRef(project)

  const change = (fields: Partial<NewProject>) => {
    const next = { ...newest.current, ...fields }
    newest.current = next
    setProject(next)
    if (isEmpty(next)) draft.discard()
    else draft.save(next)
  }

  /** Returns whether everything is saved; there is nothing to save without state and topics. */
  const send = async (postId: string): Promise<boolean> => {
    if (isEmpty(project)) return true
    const { state, topics } = project
    draft.discard()
    setIsSending(true)
    try {
      const body = { ...(state && { state }), ...(topics.length > 0 && { topics }) }
      await callEndpoint(changeProject, { params: { id: postId }, body })
      return true
    } catch {
      return false
    } finally {
      setIsSending(false)
    }
  }

  return { project, isSending, change, send, discard: () => change(NOTHING) }
}

function isEmpty({ state, topics }: NewProject): boolean {
  return state === null && topics.length === 0
}
