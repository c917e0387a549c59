import { ArrowLeft } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** Back to the list one came from, at the very place; or to all posts. */
export function BackToPostsLink() {
  const navigate = useNavigate()
  const from = usePreviousListPath()
  const [cameFrom] = useState(from)

  const goBack = (event: MouseEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (from === undefined || !isPlain) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <Link
      to={cameFrom ?? '/posts'}
      onClick={goBack}
      className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Back to posts
    </Link>
  )
}

/** The address of the list whose link led here: the entry before this one in the history. */
function usePreviousListPath(): string | undefined {
  const { state } = useLocation() as { state: { from?: unknown } | null }
  return typeof state?.from === 'string' ? state.from : undefined
}
