import {
  DEFAULT_REPLY_DAYS,
  PROJECT_TOPICS_MAX,
  type Project,
  type ReplyDays,
  Topic,
  TOPIC_LABELS,
} from '@dolph/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Select } from '../../ui/forms/select.tsx'
import { ToggleList } from '../../ui/forms/toggle-list.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DialogFormFooter } from '../../ui/overlays/dialog-form-footer.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { projectQuery, useChangeProject } from './data.ts'
import { PROJECT_STATE_OPTIONS } from './project-state.ts'

interface Props {
  postId: string
  isOpen: boolean
  onChanged: (project: Project) => void
  onClose: () => void
}

/** State, topics and time to answer of a project, for its owners. */
export function ProjectDialog({ postId, isOpen, onChanged, onClose }: Props) {
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(postId))
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Project"
      description="State, topics and visibility."
    >
      {project && (
        <ProjectForm postId={postId} project={project} onChanged={onChanged} onClose={onClose} />
      )}
      {!project && !error && <Spinner />}
      {!project && error && (
        <LoadFailure
          subject="the project"
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  )
}

const REPLY_DAYS: readonly ReplyDays[] = [2, 7, 14]
const REPLY_OPTIONS = REPLY_DAYS.map((days) => ({
  value: String(days),
  label: `${days} days`,
}))
const FAILED = 'The project could not be saved. Please try again.'

function ProjectForm(props: Omit<Props, 'isOpen'> & { project: Project }) {
  const { postId, project, onChanged, onClose } = props
  const change = useChangeProject(postId, onChanged)
  const [state, setState] = useState(project.state)
  const [topics, setTopics] = useState<Topic[]>(project.topics)
  const [replyDays, setReplyDays] = useState(project.replyDays)
  const [isListed, setIsListed] = useState(project.isListed)

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog may have been opened from within the form of a post.
        event.stopPropagation()
        if (change.isPending) return
        change.mutate(
          { ...(state && { state }), topics, replyDays, isListed },
          { onSuccess: onClose },
        )
      }}
      className="grid grid-cols-1 gap-5"
    >
      <ReadOnlyFields value={change.isPending}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Select
            label="State"
            options={PROJECT_STATE_OPTIONS}
            value={state}
            onChange={setState}
            hint={state === 'paused' ? 'Open roles are paused too.' : undefined}
          />
          <Select
            label="Answer join requests within"
            options={REPLY_OPTIONS}
            value={String(replyDays)}
            onChange={(days) =>
              setReplyDays(REPLY_DAYS.find((each) => String(each) === days) ?? DEFAULT_REPLY_DAYS)
            }
          />
        </div>
        <ToggleList
          label="Topics"
          hint={`Up to ${PROJECT_TOPICS_MAX}.`}
          options={Topic.options.map((value) => ({ value, label: TOPIC_LABELS[value] }))}
          max={PROJECT_TOPICS_MAX}
          value={topics}
          onChange={setTopics}
        />
        <Checkbox
          label="List in Open roles"
          hint="Otherwise its roles are only on the project’s page."
          checked={isListed}
          onChange={setIsListed}
        />
      </ReadOnlyFields>
      {change.error && <Banner kind="error">{getErrorMessage(change.error, FAILED)}</Banner>}
      <DialogFormFooter submitLabel="Save" isSending={change.isPending} onCancel={onClose} />
    </form>
  )
}
