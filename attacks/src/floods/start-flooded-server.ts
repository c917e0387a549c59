import { startAttackedServer } from '../attacked-server.ts'

/** Keeps the young generation of V8 small: garbage that is not collected yet would hide what a flood makes the process keep. */
const NODE_OPTIONS = '--max-semi-space-size=8'

/** A server with the limits of production, which takes the addresses of the attackers from a header. */
export function startFloodedServer() {
  return startAttackedServer({ env: { LIMITS: 'strict', TRUST_PROXY: '127.0.0.1', NODE_OPTIONS } })
}
