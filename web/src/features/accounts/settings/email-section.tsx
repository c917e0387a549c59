import { Pencil } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import type { OtherWayIn } from '../session/sign-in-methods.ts'
import { SettingsSection } from './settings-section.tsx'

interface Props {
  email: string
  otherWayIn: OtherWayIn | undefined
}

/** The address of the account, which the form of the profile changes. */
export function EmailSection({ email, otherWayIn }: Props) {
  return (
    <SettingsSection
      heading="h3"
      title="Email"
      lead={
        otherWayIn
          ? `You sign in with ${otherWayIn}. This address is used for emails.`
          : 'Used for login and emails. Only you see it.'
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{email}</p>
        <ButtonLink to="/profile#email" size="sm" icon={Pencil}>
          Change email
        </ButtonLink>
      </div>
    </SettingsSection>
  )
}
