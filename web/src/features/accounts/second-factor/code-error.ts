import { ApiError } from '../../../lib/api/api-error.ts'

/** What is wrong with the code, where the server says that it is the code. */
export function getCodeError(error: Error | null, field: 'code' | 'appCode' | 'recoveryCode') {
  return error instanceof ApiError ? error.fields[field] : undefined
}
