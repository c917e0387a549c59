import { type Project, TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { projectQuery } from '../data.ts'
import { lazyProjectDialog } from '../lazy-project-dialog.ts'
import { PROJECT_STATES } from '../project-state.ts'

interface Props {
  postId: string
  onChanged: () => void
}

/** State and topics of a project, below the form that edits its post. The dialog saves them by itself. */
export function EditPostProject({ postId, onChanged }: Props) {
  const { data: project } = useQuery(projectQuery(postId))
  const dialog = useLazyDialog(lazyProjectDialog)
  return (
    <section
      aria-label="State and topics"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-4"
    >
      <p className="min-h-5 min-w-0 text-sm wrap-anywhere text-muted">
        {project && describeProject(project)}
      </p>
      <Button
        size="sm"
        icon={Settings2}
        onPointerEnter={lazyProjectDialog.load}
        onFocus={lazyProjectDialog.load}
        onClick={dialog.open}
      >
        Edit state and topics
      </Button>
      <LazyPart
        part={lazyProjectDialog}
        isEnabled={dialog.wasOpened}
        props={{ postId, isOpen: dialog.isOpen, onChanged, onClose: dialog.close }}
      />
    </section>
  )
}

/** 'Building · Maps, Games' */
function describeProject({ state, topics }: Project): string {
  const parts = [
    state && PROJECT_STATES[state].label,
    topics.map((topic) => TOPIC_LABELS[topic]).join(', '),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'State and topics help people find it.'
}
