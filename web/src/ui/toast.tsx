import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'

const TOAST_MS = 3000
const AT_ONCE_MAX = 3

type Kind = 'success' | 'error' | 'warning' | 'info'

const manager = Base.createToastManager<{ kind: Kind }>()

/** Says something in passing, from anywhere: `toast.success('Profile updated successfully')`. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
}

function show(kind: Kind, text: string): void {
  // The same words twice are one toast whose time starts anew.
  const id = `${kind}:${text}`
  // A page may speak while it appears, a moment before the corner below does.
  queueMicrotask(() => manager.add({ id, title: text, data: { kind } }))
}

/** The corner in which toasts appear. Once per page. */
export function Toasts() {
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
