import { ArrowLeft, CloudOff, RotateCw, UserRoundX } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Shown when no member has the id in the URL. */
export function PeerNotFound({ isWide }: { isWide: boolean }) {
  return (
    <div role="alert" className="grid flex-1 content-center">
      <EmptyState
        icon={UserRoundX}
        title="User not found"
        titleAs={isWide ? 'p' : 'h1'}
        action={
          <ButtonLink to="/messages" icon={ArrowLeft}>
            Back to messages
          </ButtonLink>
        }
      >
        They may have deleted their account, or the address may be misspelt.
      </EmptyState>
    </div>
  )
}

interface ConversationFailedProps {
  title: string
  onRetry: () => void
}

/** Shown when the messages or the peer's profile could not be loaded. */
export function ConversationFailed({ title, onRetry }: ConversationFailedProps) {
  return (
    <div role="alert" className="grid min-h-0 flex-1 content-center overflow-y-auto">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={title}
        action={
          <Button icon={RotateCw} onClick={onRetry}>
            Retry
          </Button>
        }
      >
        Please check your connection, or try again in a moment.
      </EmptyState>
    </div>
  )
}
