import type { ReactNode } from 'react'
import { FinScene } from './brand/fin-scene.tsx'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'
import { TONE_CLASS, type Tone } from './tone.ts'

interface Props {
  icon: IconType
  title: string
  /** `h1` where it is the only content of the page. */
  titleAs?: 'p' | 'h1'
  children?: ReactNode
  /** What to do next: one or two buttons. */
  action?: ReactNode
  tone?: Tone
  className?: string
}

export function EmptyState({
  icon: Icon,
  title,
  titleAs: Title = 'p',
  children,
  action,
  tone = 'slate',
  className,
}: Props) {
  return (
    <div className={cx('grid justify-items-center gap-4 px-4 py-16 text-center', className)}>
      {/* The icon floats in the water beside the fin, as a buoy. */}
      <div className={cx('relative', TONE_CLASS[tone])}>
        <FinScene className="w-44 text-primary" />
        <span className="absolute right-4 bottom-1.5 grid size-9 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
      </div>
      <div className="grid max-w-md gap-1.5">
        <Title className="text-lg font-semibold text-balance">{title}</Title>
        {children && <div className="text-muted text-balance">{children}</div>}
      </div>
      {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
