import { randomInt } from 'node:crypto'
import type { RawSocketOwner } from '@dolph/api/testing/sockets/raw-socket'
import type { AttackedServer } from '../attacked-server.ts'

/** The accounts of a person with one address. */
export type Attacker = RawSocketOwner[]

interface AttackerCounts {
  count: number
  /** A member may open ten sockets a minute and an address 60: six accounts use up what the address may do. */
  accounts: number
}

export async function createAttackers(
  server: AttackedServer,
  name: string,
  { count, accounts }: AttackerCounts,
): Promise<Attacker[]> {
  const attackers: Attacker[] = []
  for (let index = 0; index < count; index += 1)
    attackers.push(await createAttacker(server, `${name}_${index}`, accounts))
  return attackers
}

async function createAttacker(
  server: AttackedServer,
  name: string,
  count: number,
): Promise<Attacker> {
  const address = createAddress()
  const accounts: Attacker = []
  for (let index = 0; index < count; index += 1) {
    const { id, headers } = await server.signInMember(`${name}_${index}`)
    const { cookie, origin } = headers
    accounts.push({ id, headers: { cookie, origin, 'X-Forwarded-For': address } })
  }
  return accounts
}

/** A random private address, for the header of a trusted proxy. */
export function createAddress(): string {
  return [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.')
}
