import type { Proof } from '@dolph/contract/accounts/accounts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { proveByPasskey } from '../passkeys/use-passkey.ts'
import { proveByAppCode, proveByEmailedCode, proveByPassword } from './proof.ts'

/** Proves that the member, and not somebody at their browser, makes the calls of this session. */
export async function giveProof(
  deps: Deps,
  request: FastifyRequest,
  { password = '', appCode, code, passkey }: Proof,
): Promise<void> {
  if (passkey !== undefined) await proveByPasskey(deps, request, passkey)
  else if (appCode !== undefined) await proveByAppCode(deps, request, appCode)
  else if (code !== undefined) await proveByEmailedCode(deps, request, code)
  else await proveByPassword(deps, request, password)
}
