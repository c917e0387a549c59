import { Link, type LinkProps } from 'react-router'
import { buttonLook, type ButtonLook } from './button-look.ts'
import type { IconType } from './icon.ts'

type Props = Omit<LinkProps, 'className'> & ButtonLook & { icon?: IconType }

/** A link within the site that looks like a button. */
export function ButtonLink({ variant, size, className, icon: Icon, children, ...link }: Props) {
  return (
    <Link {...link} className={buttonLook({ variant, size, className })}>
      {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </Link>
  )
}
