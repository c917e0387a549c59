import { Pencil } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { SettingsSection } from './settings-section.tsx'

interface Props {
  email: string
  /** Where a member without a password signs in. */
  providerName: string | undefined
}

/** The address of the account, which the form of the profile changes. */
export function EmailSection({ email, providerName }: Props) {
  return (
    <SettingsSection
      heading="h3"
      title="Email"
      lead={
        providerName
          ? `You sign in with ${providerName}. This address is used for emails.`
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
