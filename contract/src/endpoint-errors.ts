import type { CallPolicy } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

interface Call {
  method: string
  config: Pick<CallPolicy, 'access' | 'csrf' | 'proof' | 'restriction' | 'errors'>
}

const GENERAL_ERRORS: readonly ErrorCode[] = [
  'invalid-input',
  'too-many-requests',
  'unavailable',
  'internal',
]

/** All codes that a call can be refused with: by its handler, and by the checks that its declaration asks for. */
export function listErrorCodes({ method, config }: Call): ErrorCode[] {
  const codes = new Set(listHandlerErrors({ method, config }))
  // A call for staff does not exist for others, and asks staff for a second factor.
  if (config.access === 'moderator' || config.access === 'admin') {
    codes.add('not-found').add('second-factor-needed')
  }
  if (config.restriction !== 'none') codes.add('limited')
  if (method === 'GET' || method === 'HEAD') return [...codes]
  // The page that calls shows another member than the one who is signed in.
  codes.add('conflict')
  if (config.csrf !== 'none') codes.add('forbidden')
  if (config.csrf === 'token') codes.add('invalid-csrf-token')
  return [...codes]
}

/** The codes with which the handler of a call can refuse. */
export function listHandlerErrors({ config: { access, proof, errors } }: Call): ErrorCode[] {
  return [
    ...GENERAL_ERRORS,
    ...(access === 'public' ? [] : (['not-signed-in'] as const)),
    ...(proof ? (['proof-needed'] as const) : []),
    ...errors,
  ]
}
