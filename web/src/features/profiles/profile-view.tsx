import type { Profile } from '@dolph/contract/profiles/profiles'
import { buildSkillPath } from '@dolph/contract/skills/skill-paths'
import { skillKey } from '@dolph/contract/skills/skills'
import { CalendarDays, Handshake, MapPin, UserRound } from 'lucide-react'
import { useEffect, useId, type ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatExactTime } from '../../ui/exact-time.ts'
import { AvailabilitySentence } from '../people/availability/availability-sentence.tsx'
import { MemberTeams } from '../projects/team/member-teams.tsx'
import { SkillChip, SkillLink } from '../people/skills/skill-link.tsx'
import { ActivityStats } from './activity-stats.tsx'
import { RECENT_POSTS_COUNT } from './data.ts'
import { ProfileCover } from './profile-cover.tsx'
import { ProfileColumns, ProfileLayout, ProfileHeader } from './profile-layout.tsx'
import { getProfileLinks, ProfileLinks } from './profile-links.tsx'
import { EmptySectionPrompt, ProfileSection } from './profile-section.tsx'
import { LazyMemberProjects } from './projects/lazy-member-projects.tsx'
import { RecentActivity } from './recent-activity.tsx'

interface Props {
  profile: Profile
  /** Buttons of the header. */
  actions: ReactNode
  /** Shown above the sections. */
  notice?: ReactNode
  /** Given for the viewer's own profile only, whose empty sections then link to the editor. */
  onEdit?: () => void
  /** Given for the viewer's own profile only: whether they are open to join, and how to change it. */
  ownAvailability?: ReactNode
}

/** The profile of another member or, with `onEdit`, of the viewer. */
export function ProfileView({ profile, actions, notice, onEdit, ownAvailability }: Props) {
  const { _id, userName, profilePicture, bio, skills, location, stats } = profile
  const { availability, teams } = profile
  const name = getDisplayName(profile)
  const links = getProfileLinks(profile)
  const isEmpty = bio === '' && skills.length === 0 && links.length === 0 && location === ''

  useEffect(() => {
    document.title = `${name} (@${userName}) · Dolph`
  }, [name, userName])

  const section = (title: string, content: ReactNode, editPrompt: string) => {
    if (isEmpty || (!content && !onEdit)) return null
    return (
      <ProfileSection title={title}>
        {content ||
          (onEdit && <EmptySectionPrompt onEdit={onEdit}>{editPrompt}</EmptySectionPrompt>)}
      </ProfileSection>
    )
  }

  return (
    <ProfileLayout>
      <ProfileHeader
        cover={<ProfileCover name={userName} />}
        avatar={<Avatar name={userName} fullName={name} picture={profilePicture} size="xl" />}
        names={<ProfileNames profile={profile} showsJoinDate={!onEdit} />}
        actions={actions}
      />
      {notice}
      {(ownAvailability || availability) && (
        <OpenToJoin isOpen={availability !== null}>
          {ownAvailability ??
            (availability && (
              <AvailabilitySentence availability={availability} location={location} />
            ))}
        </OpenToJoin>
      )}
      <ProfileColumns
        about={
          <>
            {isEmpty && <EmptyProfile onEdit={onEdit} />}
            {section(
              'About',
              bio && (
                <p
                  dir="auto"
                  className="max-w-[70ch] whitespace-pre-line wrap-anywhere [unicode-bidi:plaintext]"
                >
                  {bio}
                </p>
              ),
              'Tell people who you are and what you build',
            )}
            {section(
              'Skills',
              skills.length > 0 && <Skills skills={skills} pages={profile.skillPages} />,
              'List what you are good at',
            )}
          </>
        }
        sidebar={
          <>
            <ActivityStats stats={stats} />
            {teams.length > 0 && (
              <ProfileSection title="Teams">
                <MemberTeams teams={teams} />
              </ProfileSection>
            )}
            {section(
              'Links',
              links.length > 0 && <ProfileLinks links={links} />,
              'Show where else you can be found',
            )}
            {section(
              'Location',
              location && (
                <p className="flex items-start gap-2.5 text-sm">
                  <MapPin className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
                  <span className="min-w-0 wrap-anywhere">
                    <bdi>{location}</bdi>
                  </span>
                </p>
              ),
              'Say where you are',
            )}
          </>
        }
        activity={<RecentActivity memberId={onEdit ? null : _id} />}
      />
      {/* Recent Activity shows all projects of those who have few. */}
      {stats.posts > RECENT_POSTS_COUNT && (
        <LazyMemberProjects memberId={onEdit ? null : _id} count={stats.posts} />
      )}
    </ProfileLayout>
  )
}

/** Above everything else, because owners of projects look for it first. */
function OpenToJoin({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex gap-3.5 rounded-card border border-line p-5',
        isOpen ? 'bg-primary-soft' : 'bg-surface',
      )}
    >
      <Handshake className="mt-0.5 size-5 shrink-0 text-link" aria-hidden="true" />
      <h2 id={id} className="sr-only">
        Open to join
      </h2>
      <div className="min-w-0 flex-1">{children}</div>
    </section>
  )
}

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

function ProfileNames({ profile, showsJoinDate }: { profile: Profile; showsJoinDate: boolean }) {
  const { userName, createdAt } = profile
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl font-semibold wrap-anywhere">
        <bdi>{getDisplayName(profile)}</bdi>
      </h1>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <span className="text-base wrap-anywhere">@{userName}</span>
        {showsJoinDate && (
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays className="size-4" aria-hidden="true" />
            <time dateTime={createdAt} title={formatExactTime(createdAt)}>
              Member since {monthAndYear.format(new Date(createdAt))}
            </time>
          </span>
        )}
      </p>
    </div>
  )
}

interface SkillsProps {
  skills: readonly string[]
  /** The keys of those that have a page. */
  pages: readonly string[]
}

function Skills({ skills, pages }: SkillsProps) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {skills.map((skill) => (
        <li key={skill} className="inline-flex max-w-full">
          {pages.includes(skillKey(skill)) ? (
            <SkillLink skill={skill} to={buildSkillPath(skillKey(skill))} />
          ) : (
            <SkillChip skill={skill} />
          )}
        </li>
      ))}
    </ul>
  )
}

function EmptyProfile({ onEdit }: { onEdit: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={UserRound}
      title="No profile information available"
      action={
        onEdit && (
          <Button variant="primary" onClick={onEdit}>
            Complete your profile
          </Button>
        )
      }
      className="rounded-card border border-line bg-surface py-12!"
    >
      {onEdit && 'Say who you are, what you are good at and where you can be found.'}
    </EmptyState>
  )
}

/** Falls back to the username for accounts without names. */
function getDisplayName({ firstName, lastName, userName }: Profile): string {
  return `${firstName} ${lastName}`.trim() || userName
}
