import { LOGO_PATH } from './logo-path.ts'

/** Takes the colour of the text around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" className={className}>
      <path d={LOGO_PATH} />
    </svg>
  )
}
