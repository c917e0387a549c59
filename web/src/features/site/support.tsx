import { cx } from '../../ui/cx.ts'

export const SUPPORT_ADDRESS = 'support@dolph.example'
export const SECURITY_ADDRESS = 'security@dolph.example'
export const RESPONSE_TIME = '24–48 hours on business days'

interface Props {
  address: string
  className?: string
}

/** An email address as a mailto link. */
export function MailLink({ address, className }: Props) {
  return (
    <a
      href={`mailto:${address}`}
      className={cx(
        'rounded-sm font-medium wrap-anywhere text-link underline decoration-link/35 underline-offset-3',
        'transition-colors hover:decoration-link',
        className,
      )}
    >
      {address}
    </a>
  )
}
