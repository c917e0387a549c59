import { PASSWORD_RULES } from '@dolph/contract/accounts/passwords'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/forms/password-field.tsx'

interface PasswordInput {
  field: UseFormRegisterReturn
  label: string
  error: string | undefined
}

interface Props {
  newPassword: PasswordInput & { typed: string | undefined }
  confirmation: PasswordInput
}

/** The new password with its rules, and its confirmation. */
export function NewPasswordFields({ newPassword, confirmation }: Props) {
  return (
    <>
      <PasswordField
        {...newPassword.field}
        label={newPassword.label}
        autoComplete="new-password"
        rules={PASSWORD_RULES}
        typed={newPassword.typed}
        error={newPassword.error}
      />
      <PasswordField
        {...confirmation.field}
        label={confirmation.label}
        autoComplete="new-password"
        error={confirmation.error}
      />
    </>
  )
}
