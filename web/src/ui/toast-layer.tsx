import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'
import { subscribeToToastQueue, drainToasts, type QueuedToast } from './toast-queue.ts'

const TOAST_MS = 3000
const VISIBLE_TOASTS_MAX = 3

type ToastKind = QueuedToast['kind']

const toastManager = Base.createToastManager<{ kind: ToastKind }>()

/** The corner itself. */
export function ToastLayer() {
  useEffect(() => {
    // What was said before it was here comes as soon as it listens.
    queueMicrotask(showQueuedToasts)
    return subscribeToToastQueue(showQueuedToasts)
  }, [])

  return (
    <Base.Provider toastManager={toastManager} timeout={TOAST_MS} limit={VISIBLE_TOASTS_MAX}>
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-4 z-50 flex flex-col-reverse gap-2 sm:left-auto sm:w-96">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function showQueuedToasts(): void {
  for (const { kind, text } of drainToasts()) {
    // The same words twice are one toast whose time starts anew.
    toastManager.add({ id: `${kind}:${text}`, title: text, data: { kind } })
  }
}

function ToastList() {
  const { toasts } = Base.useToastManager<{ kind: ToastKind }>()
  return toasts.map((each) => {
    const { icon: Icon, look } = KINDS[each.data?.kind ?? 'info']
    return (
      <Base.Root
        key={each.id}
        toast={each}
        swipeDirection={['right', 'down']}
        className={TOAST_CLASS}
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

const KINDS: Record<ToastKind, { icon: IconType; look: string }> = {
  success: { icon: CircleCheck, look: 'text-success' },
  error: { icon: CircleAlert, look: 'text-danger' },
  warning: { icon: TriangleAlert, look: 'text-warning' },
  info: { icon: Info, look: 'text-info' },
}

const TOAST_CLASS = cx(
  'flex items-start gap-3 rounded-card border border-line bg-raised p-3.5 text-ink shadow-soft',
  'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)',
  'transition duration-200 ease-out data-limited:hidden data-ending-style:opacity-0',
  'data-starting-style:translate-y-3 data-starting-style:opacity-0',
)
