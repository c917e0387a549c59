import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, getErrorMessage } from '../../lib/api.ts'

/** Puts what the server said about single fields beside them; the first one gets the focus. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: readonly FieldPath<Values>[],
): void {
  if (!(error instanceof ApiError)) return
  const wrong = names.filter((name) => getFieldMessage(error, name))
  for (const name of wrong) {
    const message = getFieldMessage(error, name) ?? ''
    form.setError(name, { message }, { shouldFocus: name === wrong[0] })
  }
}

/** The server separates the parts of a name by slashes, the form by dots. */
function getFieldMessage(error: ApiError, name: string): string | undefined {
  return error.fields[name.replaceAll('.', '/')]
}

/** What a form says above its fields: nothing that stands beside one of them already. */
export function getBannerText(
  error: Error | null,
  otherwise: string,
  names: readonly string[],
): string | undefined {
  if (!error) return undefined
  const message = getErrorMessage(error, otherwise)
  const isBeside = error instanceof ApiError && names.some((name) => error.fields[name] === message)
  return isBeside ? undefined : message
}
