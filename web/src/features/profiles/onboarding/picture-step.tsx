import { useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { useUpdateProfile } from '../data.ts'
import { PictureField } from '../picture/picture-field.tsx'
import type { OnboardingStepProps } from './onboarding-step-props.ts'
import { StepLayout } from './step-layout.tsx'
import { formatFullName } from '../../accounts/people-search/use-people-search.ts'

/** A picture that was uploaded is saved at once. */
export function PictureStep({ onDone }: OnboardingStepProps) {
  const viewer = useViewer()
  const update = useUpdateProfile()
  const [isBusy, setIsBusy] = useState(false)

  const save = (profilePicture: string) =>
    update.mutate(
      { profilePicture },
      {
        onSuccess: () => profilePicture !== '' && onDone(),
        onError: (error) => toast.error(getErrorMessage(error, 'Failed to update profile')),
      },
    )

  return (
    <StepLayout
      title="Add a picture"
      lead="People answer a face sooner than initials. A drawing will do."
      {...(!isBusy && !update.isPending && { onSkip: onDone })}
    >
      <PictureField
        name={viewer?.userName ?? ''}
        fullName={formatFullName(viewer ?? {})}
        value={viewer?.profilePicture ?? ''}
        onChange={save}
        onBusyChange={setIsBusy}
      />
    </StepLayout>
  )
}
