import { cx } from '../cx.ts'

/** The counter warns in the last tenth of the limit. */
const WARNING_RATIO = 0.9

/** `n/max` at every key; screen readers hear it only near the limit, and only every ten characters. */
export function CharacterCounter({ length, max }: { length: number; max: number }) {
  const left = max - length
  const state = left < 0 ? 'over' : length >= max * WARNING_RATIO ? 'near' : 'free'

  return (
    <p
      data-state={state}
      className={cx(
        'ml-auto shrink-0 text-xs leading-5 text-muted tabular-nums',
        'data-[state=near]:font-medium data-[state=near]:text-warning',
        'data-[state=over]:font-semibold data-[state=over]:text-danger',
      )}
    >
      <span>{`${length}/${max}`}</span>
      <span role="status" className="sr-only">
        {getScreenReaderText(state, left)}
      </span>
    </p>
  )
}

function getScreenReaderText(state: 'free' | 'near' | 'over', left: number): string {
  if (state === 'free') return ''
  if (state === 'over') return 'Too many characters'
  return left === 0 ? 'No characters left' : `At most ${Math.ceil(left / 10) * 10} characters left`
}
