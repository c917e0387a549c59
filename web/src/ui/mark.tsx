/** The mark: one arc that reads as a dolphin's fin and as a D. Takes the colour of the text around it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" className={className}>
      <path d="M5 3c15.2 1 24 8.5 24 17.2 0 5.8-4.8 8.8-11 8.8H5c6.6-6.9 7-16.8 0-26Z" />
    </svg>
  )
}
