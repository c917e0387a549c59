import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CARD_COVER_CLASS, COVER_CLASS } from './cover/cover-classes.ts'

/** The placeholder while a card loads; its lines have the positions of the real ones. */
export function PostCardSkeleton() {
  return (
    <Card aria-hidden="true" className="flex h-full flex-col gap-4">
      <div className={cx('bg-sunken', COVER_CLASS.card, CARD_COVER_CLASS)} />
      <div className="flex items-center gap-3">
        <Skeleton round className="size-9 shrink-0" />
        <div className="grid h-10 flex-1 content-center gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-16" />
        </div>
        <Skeleton round className="h-6 w-24 self-start" />
      </div>
      <div className="grid gap-1.5">
        <div className="grid h-13 content-center gap-3">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
        <TextSkeleton widths={['w-full', 'w-11/12', 'w-2/3']} />
      </div>
      <div className="mt-auto grid gap-4">
        <Skeleton round className="h-7 w-24" />
        <div className="flex h-9 items-center gap-4 border-t border-line pt-3">
          <Skeleton className="h-3 w-8" />
          <Skeleton className="h-3 w-20" />
          <Skeleton className="ml-auto h-3 w-32" />
        </div>
      </div>
    </Card>
  )
}

export function PostRowSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-3 px-4 py-4 sm:gap-4 sm:px-5">
      <div className={cx('mt-0.5 self-start bg-sunken', COVER_CLASS.row)} />
      <div className="grid flex-1 gap-1.5">
        <div className="flex h-6 items-center justify-between gap-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton round className="h-6 w-24" />
        </div>
        <div className="flex h-5 items-center gap-1.5">
          <Skeleton round className="size-6" />
          <Skeleton className="h-3 w-36" />
        </div>
        <div className="max-w-[75ch]">
          <TextSkeleton widths={['w-full', 'w-11/12', 'w-3/4']} />
        </div>
        <div className="mt-1 flex h-7 items-center gap-4">
          <Skeleton className="h-3 w-8" />
          <Skeleton className="h-3 w-20" />
          <Skeleton className="ml-auto h-3 w-32" />
        </div>
      </div>
    </div>
  )
}

function TextSkeleton({ widths }: { widths: string[] }) {
  return (
    <div>
      {widths.map((width) => (
        <div key={width} className="flex h-6 items-center">
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  )
}
