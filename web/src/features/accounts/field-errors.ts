import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'

/** Shows the field errors of a server reply beside their fields and focuses the first invalid one. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: readonly FieldPath<Values>[],
): void {
  if (!(error instanceof ApiError)) return
  const invalid = names.filter((name) => getFieldMessage(error, name))
  for (const name of invalid) {
    const message = getFieldMessage(error, name) ?? ''
    form.setError(name, { message }, { shouldFocus: name === invalid[0] })
  }
}

/** Nested field names: the server separates their parts by slashes, the form by dots. */
function getFieldMessage(error: ApiError, name: string): string | undefined {
  return error.fields[name.replaceAll('.', '/')]
}

/** Text of the banner above a form; undefined when the same message is already shown beside a field. */
export function getBannerText(
  error: Error | null,
  fallback: string,
  names: readonly string[],
): string | undefined {
  if (!error) return undefined
  const message = getErrorMessage(error, fallback)
  const isShownAtField =
    error instanceof ApiError && names.some((name) => error.fields[name] === message)
  return isShownAtField ? undefined : message
}
