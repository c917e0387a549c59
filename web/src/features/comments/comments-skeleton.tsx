import { Skeleton } from '../../ui/skeleton.tsx'
import { CommentFrame } from './thread/comment-frame.tsx'

/** About one screenful: placeholders below the screen would not be seen. */
const SKELETONS_MAX = 5

/** The placeholder while comments load; its lines have the positions of real ones. */
export function CommentsSkeleton({ count }: { count: number }) {
  return (
    <ul aria-hidden="true" className="divide-y divide-line">
      {Array.from({ length: Math.min(count, SKELETONS_MAX) }, (_, index) => (
        <li key={index} className="py-5 first:pt-0">
          <CommentFrame
            avatar={<Skeleton round className="size-full" />}
            head={
              <>
                <Skeleton className="h-3 w-24" />
                <Skeleton className="h-3 w-16" />
              </>
            }
          >
            <div className="grid h-6 items-center">
              <Skeleton className="h-3 w-11/12" />
            </div>
            <div className="grid h-6 items-center">
              <Skeleton className={index % 2 ? 'h-3 w-3/5' : 'h-3 w-2/5'} />
            </div>
            <div className="mt-0.5 grid h-8 items-center">
              <Skeleton className="h-3 w-14" />
            </div>
          </CommentFrame>
        </li>
      ))}
    </ul>
  )
}
