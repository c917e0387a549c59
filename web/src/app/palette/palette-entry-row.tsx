import { Autocomplete } from '@base-ui/react/autocomplete'
import { MessageCircle, RotateCcw, Search } from 'lucide-react'
import { POST_TYPES } from '../../features/posts/post-type.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatFullName } from '../../features/accounts/people-search/use-people-search.ts'
import { cx } from '../../ui/cx.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import { TONE_CLASS } from '../../ui/tone.ts'
import type { PaletteEntry } from './palette-entry.ts'

interface Props {
  entry: PaletteEntry
  /** The search text, highlighted in the label. */
  q: string
  onChoose: (entry: PaletteEntry) => void
  onMessage: (entry: PaletteEntry) => void
}

export function PaletteEntryRow({ entry, q, onChoose, onMessage }: Props) {
  return (
    <Autocomplete.Item
      value={entry}
      onClick={({ target }) => {
        const isMessage = target instanceof Element && target.closest('[data-message]')
        if (isMessage) onMessage(entry)
        else onChoose(entry)
      }}
      className={ROW_CLASS}
    >
      <span className="grid size-5 shrink-0 place-items-center text-muted">
        <EntryIcon entry={entry} />
      </span>
      <bdi className="min-w-0 flex-1 truncate">
        {entry.kind === 'search' ? (
          entry.label
        ) : (
          <HighlightedText text={entry.label} q={q} wordStartsOnly />
        )}
      </bdi>
      <EntryDetails entry={entry} />
    </Autocomplete.Item>
  )
}

function EntryIcon({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'person':
      return (
        <Avatar
          name={entry.label}
          fullName={formatFullName(entry.person)}
          picture={entry.person.profilePicture}
          size="sm"
        />
      )
    case 'project': {
      const { icon: Icon, tone } = POST_TYPES[entry.post.type]
      return <Icon className={cx('size-4 text-tone', TONE_CLASS[tone])} aria-hidden="true" />
    }
    case 'search':
      return <Search className="size-4" aria-hidden="true" />
    case 'retry':
      return <RotateCcw className="size-4" aria-hidden="true" />
    default:
      return <entry.icon className="size-4" aria-hidden="true" />
  }
}

function EntryDetails({ entry }: { entry: PaletteEntry }) {
  if (entry.kind === 'project') {
    const { label } = POST_TYPES[entry.post.type]
    const author = entry.post.user?.userName
    return (
      <span className="max-w-2/5 shrink-0 truncate text-xs text-faint group-data-highlighted:text-muted">
        <span className="max-sm:sr-only">{label}</span>
        {author && <span className="max-sm:hidden"> · {author}</span>}
      </span>
    )
  }
  if (entry.kind === 'person') {
    return (
      <>
        <bdi className="ms-auto max-w-2/5 shrink-0 truncate text-xs text-faint group-data-highlighted:text-muted">
          {formatFullName(entry.person)}
        </bdi>
        {/* For the pointer only: the keyboard has Ctrl+Enter. */}
        <span data-message aria-hidden="true" className={MESSAGE_BUTTON_CLASS}>
          <MessageCircle className="size-3.5" />
          Message
        </span>
      </>
    )
  }
  if ((entry.kind === 'page' || entry.kind === 'command') && entry.keys) {
    return (
      <span aria-hidden="true" className="shrink-0 pointer-coarse:hidden">
        <ShortcutKeys keys={entry.keys} />
      </span>
    )
  }
  return null
}

const ROW_CLASS = cx(
  'group flex h-10 w-full cursor-default scroll-my-2 items-center gap-3 rounded-control px-2.5 text-sm',
  'outline-none select-none data-highlighted:bg-pressed max-sm:h-12 max-sm:text-base',
)

const MESSAGE_BUTTON_CLASS = cx(
  'flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-muted',
  'transition-colors hover:bg-raised hover:text-ink pointer-fine:not-group-data-highlighted:invisible',
)
