import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'
import { hearSaid, takeSaid, type Said } from './said.ts'

const TOAST_MS = 3000
const AT_ONCE_MAX = 3

type Kind = Said['kind']

const manager = Base.createToastManager<{ kind: Kind }>()

/** The corner itself. */
export function ToastLayer() {
  useEffect(() => {
    // What was said before it was here comes as soon as it listens.
    queueMicrotask(showSaid)
    return hearSaid(showSaid)
  }, [])

  return (
    <Base.Provider toastManager={manager} timeout={TOAST_MS} limit={AT_ONCE_MAX}>
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-4 z-50 flex flex-col-reverse gap-2 sm:left-auto sm:w-96">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function showSaid(): void {
  for (const { kind, text } of takeSaid()) {
    // The same words twice are one toast whose time starts anew.
    manager.add({ id: `${kind}:${text}`, title: text, data: { kind } })
  }
}

function ToastList() {
  const { toasts } = Base.useToastManager<{ kind: Kind }>()
  return toasts.map((each) => {
    const { icon: Icon, look } = KINDS[each.data?.kind ?? 'info']
    return (
      <Base.Root
        key={each.id}
        toast={each}
        swipeDirection={['right', 'down']}
        className={TOAST_LOOK}
      >
        <Icon className={cx('mt-0.5 size-4.5 shrink-0', look)} aria-hidden="true" />
        <Base.Title render={<p />} className="min-w-0 flex-1 py-px text-sm font-medium" />
        <Base.Close
          aria-label="Close"
          className="-m-1 grid size-7 shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed"
        >
          <X className="size-4" aria-hidden="true" />
        </Base.Close>
      </Base.Root>
    )
  })
}

const KINDS: Record<Kind, { icon: IconType; look: string }> = {
  success: { icon: CircleCheck, look: 'text-success' },
  error: { icon: CircleAlert, look: 'text-danger' },
  warning: { icon: TriangleAlert, look: 'text-warning' },
  info: { icon: Info, look: 'text-info' },
}

const TOAST_LOOK = cx(
  'flex items-start gap-3 rounded-card border border-line bg-raised p-3.5 text-ink shadow-soft',
  'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)',
  'transition duration-200 ease-out data-limited:hidden data-ending-style:opacity-0',
  'data-starting-style:translate-y-3 data-starting-style:opacity-0',
)
