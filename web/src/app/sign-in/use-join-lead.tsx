import { parseNextPath } from '@dolph/contract/accounts/next-path'
import { Id } from '@dolph/contract/primitives'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'

const lazyJoinLead = createLazyModule(async () => (await import('./join-lead.tsx')).JoinLead)

/** 'Log in to ask to join “Restore Friday”', if that is where `next` leads; otherwise undefined. */
export function useJoinLead(action: 'Log in' | 'Sign up'): ReactNode {
  const [params] = useSearchParams()
  // The document of the page is the same for every `next`.
  const isHydrated = useHydrated()
  const postId = isHydrated ? findAskedPost(params.get('next')) : undefined
  if (postId === undefined) return undefined
  return (
    <LazyPart
      part={lazyJoinLead}
      props={{ postId, action }}
      fallback={<span className="block min-h-6" />}
    />
  )
}

/** The project that `next` asks to join. */
function findAskedPost(next: string | null): string | undefined {
  const path = parseNextPath(next)
  if (path === null) return undefined
  const { pathname, searchParams } = new URL(path, location.origin)
  const [, root, id, ...rest] = pathname.split('/')
  if (root !== 'posts' || rest.length > 0 || !searchParams.has('ask')) return undefined
  return z.safeParse(Id, id).data
}
