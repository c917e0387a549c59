import { PASSWORD_RULES } from '@dolph/contract/accounts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'

interface PasswordInput {
  field: UseFormRegisterReturn
  label: string
  error: string | undefined
}

interface Props {
  chosen: PasswordInput & { typed: string | undefined }
  repeated: PasswordInput
}

/** A password that is being chosen: with the rules it must meet, and once more. */
export function NewPasswordFields({ chosen, repeated }: Props) {
  return (
    <>
      <PasswordField
        {...chosen.field}
        label={chosen.label}
        autoComplete="new-password"
        rules={PASSWORD_RULES}
        typed={chosen.typed}
        error={chosen.error}
      />
      <PasswordField
        {...repeated.field}
        label={repeated.label}
        autoComplete="new-password"
        error={repeated.error}
      />
    </>
  )
}
