import { PEOPLE_BIO_EXCERPT_MAX, type ListedPerson } from '@dolph/contract/people/browse-people'
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
  /** How well the person fits the viewer's own open roles. */
  fit: ReactNode
  /** Further actions, after *Message*. */
  children: ReactNode
}

/** A member in the list of people. */
export function PersonRow({ person, fit, children }: Props) {
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
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
        <div className="grid min-w-0 gap-0.5">
          <h2 id={titleId} className="min-w-0 font-semibold wrap-anywhere">
            <Link to={`/profile/${userName}`} className="rounded-sm hover:text-link">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className="min-w-0 wrap-anywhere">@{userName}</span>
            {fit}
          </p>
        </div>
        <div className="grid min-w-0 gap-2 sm:col-span-2">
          {availability && (
            <AvailabilityLine availability={availability} location={person.location} />
          )}
          {bio && (
            <p dir="auto" className="line-clamp-2 max-w-[75ch] text-sm/6 text-muted wrap-anywhere">
              {countCharacters(bio) < PEOPLE_BIO_EXCERPT_MAX ? bio : `${bio}…`}
            </p>
          )}
          {skills.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {skills.slice(0, SKILLS_SHOWN).map((skill) => (
                <li key={skill} className="max-w-full">
                  <SkillLink
                    skill={skill}
                    to={`/people?${new URLSearchParams({ skills: skill })}`}
                  />
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
        {/* At the end on phones, where the name needs the width. */}
        <div className="flex flex-wrap gap-2 self-start max-sm:mt-1 sm:col-start-2 sm:row-start-1">
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
    </article>
  )
}

interface AvailabilityLineProps {
  availability: NonNullable<ListedPerson['availability']>
  location: string
}

function AvailabilityLine({ availability, location }: AvailabilityLineProps) {
  const topics = describeTopics(availability)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Badge tone="mint" icon={HandHelping}>
        {`Open to join until ${formatDay(availability.until)}`}
      </Badge>
      <span className="min-w-0 wrap-anywhere">
        {describeAvailability(availability, location)}
        {topics && ` · ${topics}`}
      </span>
    </p>
  )
}
