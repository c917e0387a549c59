import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import type { ProfileFields } from './profile-fields.ts'

/** Fills the empty link to GitHub with the connected account. */
export function GitHubLinkOffer({ form }: { form: UseFormReturn<ProfileFields> }) {
  const login = useViewer()?.githubLogin
  const isEmpty = useWatch({ control: form.control, name: 'github' }).trim() === ''
  if (login === undefined || !isEmpty) return null
  return (
    <Button
      size="sm"
      onClick={() => {
        const url = `https://github.com/${login}`
        form.setValue('github', url, { shouldDirty: true, shouldValidate: true })
        form.setFocus('github')
      }}
      className="-mt-2 justify-self-start wrap-anywhere"
    >
      Use github.com/{login}
    </Button>
  )
}
