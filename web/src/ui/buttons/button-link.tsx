import { Link, type LinkProps } from 'react-router'
import { getButtonClass, type ButtonStyle } from './button-class.ts'
import type { IconType } from '../icon.ts'

type Props = Omit<LinkProps, 'className'> & ButtonStyle & { icon?: IconType }

/** A link within the site that looks like a button. */
export function ButtonLink({ variant, size, className, icon: Icon, children, ...link }: Props) {
  return (
    <Link {...link} className={getButtonClass({ variant, size, className })}>
      {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </Link>
  )
}
