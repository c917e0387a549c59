import type { ProjectImport } from '@dolph/contract/imports/imports'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { describeImport } from './import-fields.ts'

interface Props {
  draft: ProjectImport
  replaced: readonly string[]
  onBack: () => void
  onFill: () => void
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What was read, what could not be used, and the question before typed text is replaced. */
export function ImportReview({ draft, replaced, onBack, onFill }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4 text-sm">
      <p className="wrap-anywhere">{`Found: ${list.format(describeImport(draft))}.`}</p>
      {draft.problems.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-muted wrap-anywhere">
          {draft.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {replaced.length > 0 && (
        <Banner kind="info">{`This replaces ${list.format(replaced)} that you typed.`}</Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" onClick={onFill}>
          {replaced.length > 0 ? 'Replace what I typed' : 'Fill the form'}
        </Button>
      </div>
    </div>
  )
}
