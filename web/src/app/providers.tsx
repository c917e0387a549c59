import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientContext, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { MemberSessionProvider } from '../features/accounts/session/member-session-provider.tsx'
import { Tooltips } from '../ui/overlays/tooltip.tsx'

interface Props {
  /** Undefined until the first query: see `lib/queries/lazy-query-client.ts`. */
  queryClient: QueryClient | undefined
  children: ReactNode
}

/** The contexts that every page relies on; the same in the browser, in the prerender and in tests. */
export function Providers({ queryClient, children }: Props) {
  useEffect(() => {
    queryClient?.mount()
    return () => queryClient?.unmount()
  }, [queryClient])

  return (
    <CSPProvider disableStyleElements>
      <QueryClientContext value={queryClient}>
        <MemberSessionProvider>{children}</MemberSessionProvider>
        <Tooltips />
      </QueryClientContext>
    </CSPProvider>
  )
}
