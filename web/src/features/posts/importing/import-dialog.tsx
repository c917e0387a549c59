import type { ProjectImport } from '@dolph/contract/imports/imports'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { describeImport } from './import-fields.ts'
import { ImportReview } from './import-review.tsx'
import { ImportSource, NOTHING_TYPED } from './import-source.tsx'
import { UnreadableTextError } from './read-import-text.ts'

interface Props {
  isOpen: boolean
  /** The fields with typed text that the import would replace. */
  findReplaced: (draft: ProjectImport) => string[]
  onFill: (draft: ProjectImport) => void
  onClose: () => void
}

const FAILED = 'This could not be read. Please try again, or paste the README.'
const NOTHING_FOUND = 'Nothing in it can be used.'

/** Reads a project from a text or a file into the form. What would replace typed text is asked first. */
export function ImportDialog({ isOpen, findReplaced, onFill, onClose }: Props) {
  const [draft, setDraft] = useState<ProjectImport | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  // Kept here, so that the way back from the review leads to what was typed.
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const close = () => {
    reading.current?.abort()
    onClose()
    setDraft(null)
    setProblem(undefined)
    setIsReading(false)
  }
  const fill = (next: ProjectImport) => {
    onFill(next)
    setTyped(NOTHING_TYPED)
    close()
  }

  async function read(source: (signal: AbortSignal) => Promise<ProjectImport>) {
    reading.current?.abort()
    const { signal } = (reading.current = new AbortController())
    setIsReading(true)
    setProblem(undefined)
    try {
      const next = await source(signal)
      if (signal.aborted) return
      if (describeImport(next).length === 0) setProblem(next.problems[0] ?? NOTHING_FOUND)
      else if (next.problems.length > 0 || findReplaced(next).length > 0) setDraft(next)
      else fill(next)
    } catch (error) {
      if (signal.aborted) return
      setProblem(
        error instanceof UnreadableTextError ? error.message : getErrorMessage(error, FAILED),
      )
    } finally {
      if (!signal.aborted) setIsReading(false)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && close()}
      title="Start from GitHub or a README"
      description="It fills the form. Nothing is published before you create the project."
    >
      {draft ? (
        <ImportReview
          draft={draft}
          replaced={findReplaced(draft)}
          onBack={() => setDraft(null)}
          onFill={() => fill(draft)}
        />
      ) : (
        <ImportSource
          typed={typed}
          onType={setTyped}
          problem={problem}
          isReading={isReading}
          onRead={(source) => void read(source)}
        />
      )}
    </Dialog>
  )
}
