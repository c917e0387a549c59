import { PEOPLE_BIO_EXCERPT_MAX, type ListedPerson } from '@dolph/contract/browse-people'
import { countCharacters } from '@dolph/contract/primitives'
import { HandHelping, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import {
  describeAvailability,
  describeTopics,
  formatDay,
} from '../availability/availability-texts.ts'
import { SkillLink } from '../skills/skill-link.tsx'

/** How many skills of a person the list shows. */
const SKILLS_SHOWN = 8

interface Props {
  person: ListedPerson
  /** Further actions, after *Message*. */
  children: ReactNode
}

/** A member in the list of people. */
export function PersonRow({ person, children }: Props) {
  const { _id, userName, profilePicture, bio, skills, availability } = person
  const name = `${person.firstName} ${person.lastName}`.trim() || userName
  const titleId = `person-${_id}`
  return (
    <article
      aria-labelledby={titleId}
      className="flex gap-3 px-4 py-4 transition-colors hover:bg-hover sm:gap-4 sm:px-5"
    >
      <Avatar
        name={userName}
        fullName={name}
        picture={profilePicture}
        className="mt-0.5 max-sm:size-8 max-sm:text-xs"
      />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={titleId} className="min-w-0 font-semibold wrap-anywhere">
              <Link to={`/profile/${userName}`} className="rounded-sm hover:text-link">
                <bdi>{name}</bdi>
              </Link>
            </h2>
            <p className="text-sm text-muted wrap-anywhere">@{userName}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              to={`/messages/${_id}`}
              size="sm"
              icon={MessageCircle}
              aria-label={`Message ${userName}`}
            >
              Message
            </ButtonLink>
            {children}
          </div>
        </div>
        {availability && <AvailabilityLine availability={availability} />}
        {bio && (
          <p dir="auto" className="line-clamp-2 max-w-[75ch] text-sm/6 text-muted wrap-anywhere">
            {countCharacters(bio) < PEOPLE_BIO_EXCERPT_MAX ? bio : `${bio}…`}
          </p>
        )}
        {skills.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {skills.slice(0, SKILLS_SHOWN).map((skill) => (
              <li key={skill} className="max-w-full">
                <SkillLink skill={skill} to={`/people?${new URLSearchParams({ skills: skill })}`} />
              </li>
            ))}
            {skills.length > SKILLS_SHOWN && (
              <li className="self-center text-sm text-muted">
                {`and ${skills.length - SKILLS_SHOWN} more`}
              </li>
            )}
          </ul>
        )}
      </div>
    </article>
  )
}

function AvailabilityLine({
  availability,
}: {
  availability: NonNullable<ListedPerson['availability']>
}) {
  const topics = describeTopics(availability)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Badge tone="mint" icon={HandHelping}>
        {`Open to join until ${formatDay(availability.until)}`}
      </Badge>
      <span className="min-w-0 wrap-anywhere">
        {describeAvailability(availability)}
        {topics && ` · ${topics}`}
      </span>
    </p>
  )
}
