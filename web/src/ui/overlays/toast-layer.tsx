import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from '../cx.ts'
import type { IconType } from '../icon.ts'
import { subscribeToToastQueue, drainToasts, type QueuedToast } from './toast-queue.ts'

const TOAST_MS = 3000
const VISIBLE_TOASTS_MAX = 3

type ToastKind = QueuedToast['kind']

const toastManager = Base.createToastManager<{ kind: ToastKind }>()

/** Shows the queued toasts in a corner of the page. */
export function ToastLayer() {
  useEffect(() => {
    // Toasts that were enqueued before this layer had loaded are shown at once.
    queueMicrotask(showQueuedToasts)
    return subscribeToToastQueue(showQueuedToasts)
  }, [])

  return (
    <Base.Provider toastManager={toastManager} timeout={TOAST_MS} limit={VISIBLE_TOASTS_MAX}>
      <Base.Portal>
        <Base.Viewport
          // The name that it has by itself is that of a part of the settings.
          aria-label="Announcements"
          className="fixed inset-x-4 bottom-(--toast-bottom) z-50 flex flex-col-reverse gap-2 sm:left-auto sm:w-96"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function showQueuedToasts(): void {
  for (const { kind, text } of drainToasts()) {
    // The same text twice is one toast, whose time starts again.
    toastManager.add({ id: `${kind}:${text}`, title: text, data: { kind } })
  }
}

function ToastList() {
  const { toasts } = Base.useToastManager<{ kind: ToastKind }>()
  return toasts.map((item) => {
    const { icon: Icon, iconClass } = KINDS[item.data?.kind ?? 'info']
    return (
      <Base.Root
        key={item.id}
        toast={item}
        swipeDirection={['right', 'down']}
        className={TOAST_CLASS}
      >
        <Icon className={cx('mt-0.5 size-4.5 shrink-0', iconClass)} aria-hidden="true" />
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

const KINDS: Record<ToastKind, { icon: IconType; iconClass: string }> = {
  success: { icon: CircleCheck, iconClass: 'text-success' },
  error: { icon: CircleAlert, iconClass: 'text-danger' },
  warning: { icon: TriangleAlert, iconClass: 'text-warning' },
  info: { icon: Info, iconClass: 'text-info' },
}

const TOAST_CLASS = cx(
  'flex items-start gap-3 rounded-card border border-line bg-raised p-3.5 text-ink shadow-soft',
  'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)',
  'transition duration-200 ease-out data-limited:hidden data-ending-style:opacity-0',
  'data-starting-style:translate-y-3 data-starting-style:opacity-0',
)
