interface Props {
  name: string
  isTyping: boolean
}

/** Shown between the messages and the composer. Its space is always reserved, so that nothing moves. */
export function TypingIndicator({ name, isTyping }: Props) {
  return (
    <p
      role="status"
      className="flex h-6 min-w-0 shrink-0 items-center gap-2 px-5 text-xs text-muted"
    >
      {isTyping && (
        <>
          <span className="flex gap-1" aria-hidden="true">
            {ANIMATION_DELAYS.map((delay) => (
              <span
                key={delay}
                className={`size-1.5 animate-typing rounded-full bg-faint ${delay}`}
              />
            ))}
          </span>
          <span className="min-w-0 truncate">{`${name} is typing…`}</span>
        </>
      )}
    </p>
  )
}

const ANIMATION_DELAYS = ['', '[animation-delay:150ms]', '[animation-delay:300ms]']
