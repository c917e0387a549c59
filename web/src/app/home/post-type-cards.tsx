import type { PostType } from '@dolph/contract/posts/post-type'
import { Link } from 'react-router'
import { POST_TYPES } from '../../features/posts/post-type.ts'
import { cx } from '../../ui/cx.ts'
import { TONE_CLASS } from '../../ui/tone.ts'

const POST_TYPE_CARDS: readonly { type: PostType; text: string; link: string }[] = [
  {
    type: 'showcase',
    text: 'It runs, and you want people to see it. Here are its users, its testers and its first honest critics.',
    link: 'See what others have built',
  },
  {
    type: 'seeking-contributors',
    text: 'Your project is missing someone. Say which skills you need and how far you have come.',
    link: 'Find a project that needs you',
  },
  {
    type: 'looking-to-join',
    text: 'You have skills and an evening a week. Say what you can do and what you would like to learn.',
    link: 'Find people for your project',
  },
]

/** The post types of the filter, each with a link to its projects. */
export function PostTypeCards() {
  return (
    <ul className="grid gap-4 lg:grid-cols-3">
      {POST_TYPE_CARDS.map(({ type, text, link }) => {
        const { label, icon: Icon, tone } = POST_TYPES[type]
        return (
          <li key={type} className={cx(CARD_CLASS, TONE_CLASS[tone])}>
            <h3 className="flex items-center gap-2.5 text-lg font-semibold text-tone">
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              {label}
            </h3>
            <p className="text-sm/6 text-pretty">{text}</p>
            <Link
              to={`/browse?type=${type}`}
              // One link, whose ::after covers the card: the whole card can be clicked.
              className="mt-auto rounded-sm pt-1 text-sm font-medium text-tone underline decoration-tone-line underline-offset-3 after:absolute after:inset-0 after:rounded-card group-hover:decoration-current"
            >
              {link}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const CARD_CLASS = cx(
  'group relative flex flex-col items-start gap-3 rounded-card border border-tone-line bg-tone-soft p-5',
  'transition hover:shadow-soft',
)
