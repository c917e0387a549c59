interface Props {
  /** Who is typing; null while nobody is. */
  text: string | null
}

/** Shown between the messages and the composer. Its space is always reserved, so that nothing moves. */
export function TypingIndicator({ text }: Props) {
  return (
    <p
      role="status"
      className="flex h-6 min-w-0 shrink-0 items-center gap-2 px-5 text-xs text-muted"
    >
      {text !== null && (
        <>
          <span className="flex gap-1" aria-hidden="true">
            {ANIMATION_DELAYS.map((delay) => (
              <span
                key={delay}
                className={`size-1.5 animate-typing rounded-full bg-faint ${delay}`}
              />
            ))}
          </span>
          <span className="min-w-0 truncate">{text}</span>
        </>
      )}
    </p>
  )
}

const ANIMATION_DELAYS = ['', '[animation-delay:150ms]', '[animation-delay:300ms]']
