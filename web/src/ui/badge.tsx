import { Link } from 'react-router'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'
import { TONE_CLASS, type Tone } from './tone.ts'

interface Props {
  tone?: Tone
  /** Colour alone carries no meaning: an icon and a word go with it. */
  icon?: IconType
  /** Makes the badge a link. */
  to?: string | undefined
  children: string
  className?: string
}

export function Badge({ tone = 'slate', icon: Icon, to, children, className }: Props) {
  const classes = cx(
    'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-tone-line',
    'bg-tone-soft px-2 text-xs font-medium whitespace-nowrap text-tone',
    to !== undefined && 'transition-colors hover:border-tone',
    TONE_CLASS[tone],
    className,
  )
  const content = (
    <>
      {Icon && <Icon className="size-3.5" aria-hidden="true" />}
      {children}
    </>
  )
  if (to === undefined) return <span className={classes}>{content}</span>
  return (
    <Link to={to} className={classes}>
      {content}
    </Link>
  )
}
