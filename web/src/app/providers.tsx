import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TooltipGroup } from '../ui/tooltip.tsx'

interface Props {
  queryClient: QueryClient
  children: ReactNode
}

/** What every page may rely on; the same in the browser, in the prerender and in tests. */
export function Providers({ queryClient, children }: Props) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <TooltipGroup>{children}</TooltipGroup>
      </QueryClientProvider>
    </CSPProvider>
  )
}
