import { cx } from '../cx.ts'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonStyle {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

/** The classes of every button, and of every link that looks like one. */
export function getButtonClass({
  variant = 'secondary',
  size = 'md',
  className,
}: ButtonStyle): string {
  return cx(BASE_CLASS, VARIANT_CLASSES[variant], SIZE_CLASSES[size], className)
}

const BASE_CLASS = cx(
  'inline-flex shrink-0 items-center justify-center rounded-control border font-medium',
  'whitespace-nowrap select-none transition-colors',
  'not-aria-busy:disabled:opacity-55 not-aria-busy:aria-disabled:opacity-55 aria-busy:opacity-85',
)

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: cx(
    'border-transparent bg-primary text-on-primary',
    'not-disabled:not-aria-disabled:hover:bg-primary-hover',
    'not-disabled:not-aria-disabled:active:bg-primary-pressed',
  ),
  accent: cx(
    'border-transparent bg-accent text-on-accent',
    'not-disabled:not-aria-disabled:hover:bg-accent-hover',
    'not-disabled:not-aria-disabled:active:bg-accent-pressed',
  ),
  secondary: cx(
    'border-edge bg-control text-ink',
    'not-disabled:not-aria-disabled:hover:border-muted',
    'not-disabled:not-aria-disabled:hover:bg-hover',
    'not-disabled:not-aria-disabled:active:bg-pressed',
  ),
  ghost: cx(
    'border-transparent text-muted',
    'not-disabled:not-aria-disabled:hover:bg-hover not-disabled:not-aria-disabled:hover:text-ink',
    'not-disabled:not-aria-disabled:active:bg-pressed',
    'data-popup-open:bg-hover data-popup-open:text-ink',
  ),
  danger: cx(
    'border-transparent bg-danger-fill text-on-danger',
    'not-disabled:not-aria-disabled:hover:bg-danger-fill-hover',
    'not-disabled:not-aria-disabled:active:bg-danger-fill',
  ),
}

const SIZE_CLASSES: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-3 text-sm',
  md: 'h-10 gap-2 px-4 text-sm',
  lg: 'h-12 gap-2 px-6 text-base',
}
