import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { addSkill } from '../../people/skills/skill-list.ts'
import { SkillsField, type SkillsFieldHandle } from '../../people/skills/skills-field.tsx'
import { ownProfileQuery, useUpdateProfile } from '../data.ts'
import type { OnboardingStepProps } from './onboarding-step-props.ts'
import { StepLayout } from './step-layout.tsx'

/** The skills that a new member names are added to those of the profile. */
export function SkillsStep({ onDone }: OnboardingStepProps) {
  const client = useQueryClient()
  const update = useUpdateProfile()
  const field = useRef<SkillsFieldHandle>(null)
  const [skills, setSkills] = useState<string[]>([])
  // The list as it is after the text in the input has become a skill, before the next rendering.
  const newest = useRef(skills)
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    if (field.current?.commitTypedSkill() === false) return
    if (newest.current.length === 0) return onDone()
    setIsSaving(true)
    try {
      const profile = await client.fetchQuery(ownProfileQuery)
      const merged = newest.current.reduce(
        (list, skill) => addSkill(list, skill).skills,
        profile.skills,
      )
      await update.mutateAsync({ skills: merged })
      onDone()
    } catch (error) {
      toast.error(getErrorMessage(error, 'Failed to update profile'))
      setIsSaving(false)
    }
  }

  return (
    <StepLayout
      title="What do you do?"
      lead="Your skills help owners of projects find you, and roles say how well you fit."
      {...(!isSaving && { onSkip: onDone })}
      actions={
        <Button variant="primary" busy={isSaving} onClick={() => void save()}>
          Save and continue
        </Button>
      }
    >
      <SkillsField
        ref={field}
        value={skills}
        onChange={(next) => {
          newest.current = next
          setSkills(next)
        }}
      />
    </StepLayout>
  )
}
