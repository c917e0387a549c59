import type { ReactNode } from 'react'
import type { IconType } from '../../ui/icon.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { WaveBackground } from '../../ui/brand/wave-background.tsx'

interface Props {
  title: string
  /** One sentence below the title. */
  lead?: ReactNode
  /** Defaults to the logo. */
  icon?: IconType
  children?: ReactNode
  /** Link to a related page, below the card. */
  after?: ReactNode
}

/** Layout of the sign-up, login, password and email pages: one narrow card with one task. */
export function AccountPageLayout({ title, lead, icon: Icon = Logo, children, after }: Props) {
  return (
    <div className="page relative isolate flex max-w-none! flex-1 flex-col items-center gap-6 overflow-hidden pt-8 pb-24 sm:justify-center sm:py-14">
      <WaveBackground className="absolute inset-x-0 bottom-0 -z-10" />
      <section className="grid w-full max-w-md gap-6 sm:rounded-sheet sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-soft">
        <header className="grid gap-4">
          <span className="grid size-11 place-items-center rounded-card bg-primary-soft text-primary">
            <Icon className="size-5.5" aria-hidden="true" />
          </span>
          <div className="grid gap-1.5">
            <h1 className="text-2xl font-semibold">{title}</h1>
            {lead && <div className="text-balance text-muted">{lead}</div>}
          </div>
        </header>
        {children}
      </section>
      {after && <p className="text-sm text-muted">{after}</p>}
    </div>
  )
}
