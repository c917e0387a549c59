import type { Availability } from '@dolph/contract/people/availability'
import { useRef } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { AvailabilitySentence } from './availability-sentence.tsx'
import { addDays, formatDay } from './availability-texts.ts'
import { useEndAvailability, useSetAvailability } from './data.ts'

/** From so many days before the end on, the member is asked whether they are still open to join. */
const ASKED_DAYS_BEFORE_END = 7
const KEPT_DAYS = 30

const lazyAvailabilityDialog = createLazyModule(
  async () => (await import('./availability-dialog.tsx')).AvailabilityDialog,
)

interface Props {
  /** The place that the profile names. */
  location: string
  availability: Availability | null
  onChanged: (availability: Availability | null) => void
}

/** Whether the viewer is open to join, with the ways to say, change, prolong and end it. */
export function OwnAvailability({ availability, location, onChanged }: Props) {
  const dialog = useLazyDialog(lazyAvailabilityDialog)
  const editButton = useRef<HTMLButtonElement>(null)
  const now = useNow()
  const isEnding =
    availability !== null && availability.until <= addDays(now, ASKED_DAYS_BEFORE_END)

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {availability ? (
        <div className="min-w-0 flex-1 basis-80">
          <AvailabilitySentence availability={availability} location={location} />
        </div>
      ) : (
        <p className="min-w-0 flex-1 basis-60 text-pretty text-muted">
          Say how much time you have, and project owners can invite you.
        </p>
      )}
      {isEnding && <ExpiringAvailability availability={availability} onChanged={onChanged} />}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={editButton}
          size="sm"
          variant={availability ? 'secondary' : 'primary'}
          onPointerEnter={lazyAvailabilityDialog.load}
          onFocus={lazyAvailabilityDialog.load}
          onClick={dialog.open}
        >
          {availability ? 'Change' : 'Open to join'}
        </Button>
        {availability && !isEnding && (
          <EndButton
            onEnded={() => {
              onChanged(null)
              editButton.current?.focus()
            }}
          />
        )}
      </div>
      <LazyPart
        part={lazyAvailabilityDialog}
        isEnabled={dialog.wasOpened}
        props={{
          isOpen: dialog.isOpen,
          current: availability,
          onSaved: onChanged,
          onClose: dialog.close,
        }}
      />
    </div>
  )
}

function EndButton({ onEnded }: { onEnded: () => void }) {
  const { mutate, isPending } = useEndAvailability()
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={isPending}
      onClick={() => mutate(undefined, { onSuccess: onEnded, onError: showFailure })}
    >
      No longer
    </Button>
  )
}

/** 'Still open? [Keep until January 10] [No longer]' */
function ExpiringAvailability(props: Pick<Props, 'onChanged'> & { availability: Availability }) {
  const { availability, onChanged } = props
  const { mutate, isPending } = useSetAvailability()
  const until = addDays(useNow(), KEPT_DAYS)
  return (
    <div className="tone-amber grid w-full gap-2 rounded-control border border-tone-line bg-tone-soft p-3">
      <p className="text-sm font-medium">Still open?</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={isPending}
          onClick={() =>
            mutate({ ...availability, until }, { onSuccess: onChanged, onError: showFailure })
          }
        >
          Keep until {formatDay(until)}
        </Button>
        <EndButton onEnded={() => onChanged(null)} />
      </div>
    </div>
  )
}

function showFailure(error: Error) {
  toast.error(getErrorMessage(error, 'This could not be saved. Please try again.'))
}
