import { CaseState } from '@dolph/contract/review/review'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { CaseQueue } from './case-queue.tsx'
import { CaseView } from './case-view.tsx'
import { casesQuery } from './data.ts'
import { isSecondFactorNeeded, SecondFactorNeeded } from './second-factor-needed.tsx'
import { usePageKeys } from './use-page-keys.ts'

/** Tailwind's `md`, from which queue and case are side by side. */
const WIDE_MEDIA_QUERY = '(width >= 48rem)'

/** The queue of reported things, and the case that is decided. */
export function ReviewPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isWide = useMediaQuery(WIDE_MEDIA_QUERY)
  const isAdmin = useViewer()?.role === 'admin'
  const state = parseState(params.get('state'))
  const queue = useInfiniteQuery(casesQuery(state))
  const ids = (queue.data?.cases ?? []).map(({ _id }) => _id)
  const openId = id ?? (isWide ? ids[0] : undefined)
  const index = openId === undefined ? -1 : ids.indexOf(openId)

  function openCase(next: string | undefined) {
    const to = { pathname: next ? `/review/${next}` : '/review', search: params.toString() }
    void navigate(to, { state: { focusesCase: true } })
  }
  usePageKeys({
    J: () => ids[index + 1] !== undefined && openCase(ids[index + 1]),
    K: () => index > 0 && openCase(ids[index - 1]),
  })

  if (isSecondFactorNeeded(queue.error)) return <SecondFactorNeeded />
  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 sm:py-8">
      {(isWide || id === undefined) && (
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            <h1 className="text-2xl font-semibold sm:text-3xl">Review</h1>
            <p className="text-muted">
              {queue.data?.oldestOpenAt ? (
                <>
                  The oldest open case was opened <RelativeTime at={queue.data.oldestOpenAt} />.
                </>
              ) : (
                'Reports from members, most reported first.'
              )}
            </p>
            {queue.data?.oldestWaitingRequestAt && (
              <p className="text-muted">
                The oldest unanswered join request was sent{' '}
                <RelativeTime at={queue.data.oldestWaitingRequestAt} />.
              </p>
            )}
          </div>
          {isAdmin && (
            <ButtonLink to="/review/audit" size="sm" icon={ScrollText}>
              Audit log
            </ButtonLink>
          )}
        </header>
      )}
      {!isWide && id !== undefined && <h1 className="sr-only">Review</h1>}
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-6 lg:gap-8',
          openId !== undefined &&
            'md:grid-cols-[17rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1fr)]',
        )}
      >
        {(isWide || id === undefined) && <CaseQueue state={state} queue={queue} openId={openId} />}
        {openId !== undefined && (
          <CaseView
            key={openId}
            id={openId}
            isWide={isWide}
            onDecided={() => openCase(ids[index + 1] ?? ids[index - 1])}
          />
        )}
      </div>
    </div>
  )
}

function parseState(typed: string | null): CaseState {
  const parsed = z.safeParse(CaseState, typed)
  return parsed.success ? parsed.data : 'open'
}
