import { openRawSocket } from '@dolph/api/testing/sockets/raw-socket'
import { browsePosts } from '@dolph/contract/posts/posts'
import type { AttackedServer } from '../attacked-server.ts'
import { createAddress } from './create-attackers.ts'

const CALLERS = 8
const CALLS_PER_CALLER = 500
const SOCKETS_PER_CALLER = 10

/** Uses a new process as visitors and members do, so that an attack is compared with the memory of one in use. */
export async function warmUpServer(server: AttackedServer): Promise<void> {
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => useServer(server, caller)))
}

async function useServer(server: AttackedServer, caller: number): Promise<void> {
  const member = await server.signInMember(`caller_${caller}`)
  for (let call = 0; call < CALLS_PER_CALLER; call += 1) {
    const forwardedFor = { 'X-Forwarded-For': createAddress() }
    const reply = await fetch(server.url + browsePosts.url, { headers: forwardedFor })
    await reply.text()
    if (call % (CALLS_PER_CALLER / SOCKETS_PER_CALLER) > 0) continue
    const { cookie, origin } = member.headers
    await using _ = await openRawSocket(server.url, {
      id: member.id,
      headers: { cookie, origin, ...forwardedFor },
    })
  }
}
