import { SearchX } from 'lucide-react'
import { POST_TYPES } from '../../features/posts/post-type.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Logo } from '../../ui/brand/logo.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { KitSection } from './section.tsx'

const NAMES = ['ada-lovelace', 'bo', 'Grace Hopper', 'linus_t', 'مريم', '李小龍', '🐬', 'zoe']

export function KitDisplay() {
  return (
    <>
      <KitSection title="Mark">
        {['size-4', 'size-6', 'size-10', 'size-16'].map((size) => (
          <Logo key={size} className={`${size} text-primary`} />
        ))}
      </KitSection>
      <KitSection title="Badges of the nine post types">
        {Object.values(POST_TYPES).map(({ label, icon, tone }) => (
          <Badge key={label} icon={icon} tone={tone}>
            {label}
          </Badge>
        ))}
      </KitSection>
      <KitSection title="Avatar">
        {NAMES.map((name) => (
          <span key={name} className="inline-flex items-center gap-2 text-sm">
            <Avatar name={name} /> {name}
          </span>
        ))}
        <Avatar name="ada-lovelace" size="sm" />
        <Avatar name="ada-lovelace" size="lg" />
        <Avatar name="ada-lovelace" size="xl" />
        <Avatar name="With a picture" size="lg" picture="/favicon.svg" />
      </KitSection>
      <KitSection title="Progress">
        <Progress label="Uploading picture" progress={0.4} className="w-72" />
        <Progress label="Almost done" progress={1} className="w-72" />
      </KitSection>
      <KitSection title="Card, skeleton, empty state">
        <div className="grid w-full gap-4 md:grid-cols-3">
          <Card interactive className="grid content-start gap-2">
            <h3 className="text-lg font-semibold">A card that leads somewhere</h3>
            <p className="line-clamp-3 text-muted">
              Its body is clamped to three lines. Everything after them is cut with an ellipsis, so
              that the cards of one row keep the same rhythm whatever their authors wrote.
            </p>
          </Card>
          <Card className="grid content-start gap-3" aria-hidden="true">
            <span className="flex items-center gap-2">
              <Skeleton className="size-9" round />
              <Skeleton className="h-4 w-28" />
            </span>
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </Card>
          <Card className="p-0!">
            <EmptyState
              icon={SearchX}
              tone="sky"
              title="No projects found matching your criteria"
              action={<Button size="sm">Clear the search</Button>}
              className="py-8!"
            >
              Try fewer words or another type.
            </EmptyState>
          </Card>
        </div>
      </KitSection>
    </>
  )
}
