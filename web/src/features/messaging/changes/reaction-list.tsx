import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import type { DisplayedReaction } from './displayed-revision.ts'
import type { MessageActions } from './use-message-actions.tsx'

interface Props {
  reactions: readonly DisplayedReaction[]
  onReact: MessageActions['react']
  isMine: boolean
}

/** The reactions below a message, each a button that adds one's own or takes it back. */
export function ReactionList({ reactions, onReact, isMine }: Props) {
  return (
    <ul
      aria-label="Reactions"
      className={cx('mt-1 flex max-w-[min(85%,36rem)] flex-wrap gap-1', isMine && 'justify-end')}
    >
      {reactions.map((reaction) => (
        <li key={reaction.kind}>
          <Tooltip label={`${reaction.name}: ${reaction.names.join(', ')}`}>
            <button
              type="button"
              aria-label={`${reaction.name}, ${reaction.names.length}: ${reaction.names.join(', ')}`}
              aria-pressed={reaction.isOwn}
              disabled={!onReact}
              onClick={() => onReact?.(reaction, !reaction.isOwn)}
              className={cx(
                'flex h-6 items-center gap-1 rounded-full border px-2 text-xs tabular-nums transition-colors',
                'pointer-coarse:h-9 pointer-coarse:px-3',
                reaction.isOwn
                  ? 'border-primary bg-primary-soft text-link'
                  : 'border-line bg-surface text-muted enabled:hover:border-muted',
              )}
            >
              <span aria-hidden="true">{reaction.emoji}</span>
              {reaction.names.length}
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
