import { create } from './create.ts'
import { feed } from './feed.ts'
import { growth } from './growth.ts'
import { inbox } from './inbox.ts'
import { like } from './like.ts'
import { liked } from './liked.ts'
import { people } from './people.ts'
import { profile } from './profile.ts'
import { search } from './search.ts'
import { send } from './send.ts'
import { signIn } from './sign-in.ts'
import { sockets } from './sockets.ts'

const benches: Record<string, () => Promise<void>> = {
  create,
  feed,
  growth,
  inbox,
  like,
  liked,
  people,
  profile,
  search,
  send,
  'sign-in': signIn,
  sockets,
}

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench)
  throw new Error(`There is no bench '${name}'; there is: ${Object.keys(benches).join(', ')}`)
await bench()
