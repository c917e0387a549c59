import { ArrowUp } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'

/** Shows how many new posts there are; they are added to the list only on request. */
export function NewPostsButton(props: { count: number; orMore: boolean; onShow: () => void }) {
  const { count, orMore, onShow } = props
  return (
    <div
      role="status"
      className="sticky top-44 z-10 -mb-6 flex h-0 justify-center max-sm:-mb-4 xl:top-32"
    >
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          icon={ArrowUp}
          onClick={onShow}
          className="animate-[arrive_150ms_both] rounded-full shadow-soft"
        >
          {count === 1 ? '1 new post' : `${count}${orMore ? '+' : ''} new posts`}
        </Button>
      )}
    </div>
  )
}
