import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ProfileColumns, ProfileLayout, ProfileHeader } from './profile-layout.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RecentActivitySkeleton } from './recent-activity.tsx'

interface Props {
  note?: string | undefined
  /** A member's own profile has no "Member since" line. */
  isOwn?: boolean
}

/** Placeholder with the same layout as the loaded profile. */
export function ProfileSkeleton({ note, isOwn = false }: Props) {
  return (
    <ProfileLayout>
      <h1 className="sr-only">Loading profile</h1>
      <p
        role="status"
        className="fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar))] z-10 mx-auto w-fit"
      >
        {note && (
          <span className="flex items-center gap-2.5 rounded-control border border-line bg-raised px-3.5 py-2.5 text-sm shadow-soft">
            <Spinner className="text-primary" />
            {note}
          </span>
        )}
      </p>
      <div aria-hidden="true" className="flex animate-arrive-late flex-col gap-6">
        <ProfileHeader
          cover={<div className="h-28 rounded-card bg-sunken sm:h-40" />}
          avatar={<Skeleton round className="size-24" />}
          names={
            <div className="grid gap-1">
              <div className="flex h-8.5 items-center">
                <Skeleton className="h-6 w-52" />
              </div>
              <div className="flex h-6 items-center">
                <Skeleton className="h-3.5 w-28" />
              </div>
              {!isOwn && (
                <div className="flex h-5 items-center sm:hidden">
                  <Skeleton className="h-3 w-44" />
                </div>
              )}
            </div>
          }
          actions={<Skeleton className="h-10 w-32" />}
        />
        <ProfileColumns
          about={
            <>
              <SectionSkeleton title="About" widths={['w-full', 'w-11/12', 'w-2/3']} />
              <SectionSkeleton title="Skills" widths={['w-3/4']} lineHeight="h-7" />
            </>
          }
          sidebar={
            <>
              <SectionSkeleton
                title="Activity Stats"
                widths={['w-full', 'w-4/5']}
                lineHeight="h-5.5"
              />
              <SectionSkeleton
                title="Links"
                widths={['w-full', 'w-full', 'w-full']}
                lineHeight="h-9"
              />
            </>
          }
          activity={
            <ProfileSection title="Recent Activity">
              <RecentActivitySkeleton />
            </ProfileSection>
          }
        />
      </div>
    </ProfileLayout>
  )
}

interface SectionSkeletonProps {
  title: string
  widths: readonly string[]
  /** Height class of one line. */
  lineHeight?: string
}

function SectionSkeleton({ title, widths, lineHeight = 'h-6' }: SectionSkeletonProps) {
  return (
    <ProfileSection title={title}>
      <div>
        {widths.map((width, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- bars have no identity
          <div key={index} className={`flex items-center ${lineHeight}`}>
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        ))}
      </div>
    </ProfileSection>
  )
}
