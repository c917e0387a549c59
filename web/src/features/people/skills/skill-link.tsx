import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../../ui/cx.ts'

interface Props {
  skill: string
  /** Whether the viewer lists this skill, which is ticked. */
  isOwn?: boolean
  /** Whether a role asks for this skill by all means. */
  isMust?: boolean
  /** The target, where it is not the open roles for the skill. */
  to?: string
  /** A word after the skill, not shown, for readers who have only the text of the link: search engines, lists of links. */
  suffix?: string
}

/** A skill as a chip that leads to the open roles, or to other things, for it. */
export function SkillLink({ skill, isOwn = false, isMust = false, to, suffix }: Props) {
  return (
    <Link
      to={to ?? getRolesPath(skill)}
      className={cx(
        CHIP_CLASS,
        'transition-colors',
        isOwn
          ? 'border-primary bg-primary-soft text-link hover:border-link'
          : 'border-line bg-hover hover:border-edge',
      )}
    >
      {isOwn && <Check className="size-3.5 shrink-0" aria-hidden="true" />}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {skill}
      </span>
      {suffix && <span className="sr-only">{` ${suffix}`}</span>}
      {isMust && <span className="text-xs text-muted">required</span>}
      {isOwn && <span className="sr-only">, you have it</span>}
    </Link>
  )
}

function getRolesPath(skill: string): string {
  return `/roles?${new URLSearchParams({ skill })}`
}

/** A skill as a chip that leads nowhere. */
export function SkillChip({ skill }: { skill: string }) {
  return (
    <span className={cx(CHIP_CLASS, 'border-line bg-hover')}>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {skill}
      </span>
    </span>
  )
}

const CHIP_CLASS =
  'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm'
