import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

type Props = ComponentProps<'article'> & {
  /** Lifts on hover: for cards with a link. */
  interactive?: boolean
}

export function Card({ interactive = false, className, ...article }: Props) {
  return (
    <article
      {...article}
      className={cx(
        'rounded-card border border-line bg-surface p-5',
        interactive && 'transition hover:border-edge hover:shadow-soft',
        className,
      )}
    />
  )
}
