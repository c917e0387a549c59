import { ArrowLeft } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** A link back to the list that led here, at its scroll position; otherwise to all posts. */
export function BackToPostsLink() {
  const navigate = useNavigate()
  const previousPath = usePreviousListPath()
  const [initialPreviousPath] = useState(previousPath)

  const goBack = (event: MouseEvent) => {
    const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (previousPath === undefined || !isPlainClick) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <Link
      to={initialPreviousPath ?? '/posts'}
      onClick={goBack}
      className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Back to posts
    </Link>
  )
}

/** The path of the list whose link led here, which is the previous history entry. */
function usePreviousListPath(): string | undefined {
  const { state } = useLocation() as { state: { from?: unknown } | null }
  return typeof state?.from === 'string' ? state.from : undefined
}
