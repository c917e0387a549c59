import { feed } from './feed.ts'
import { signIn } from './sign-in.ts'

const benches: Record<string, () => Promise<void>> = { feed, 'sign-in': signIn }

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench)
  throw new Error(`There is no bench '${name}'; there is: ${Object.keys(benches).join(', ')}`)
await bench()
