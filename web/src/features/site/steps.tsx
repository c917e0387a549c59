import { cx } from '../../ui/cx.ts'

export interface Step {
  title: string
  text: string
}

/** Numbered steps: vertical on small screens, horizontal on wide ones. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid lg:auto-cols-fr lg:grid-flow-col">
      {steps.map(({ title, text }, index) => (
        <li key={title} className={STEP_CLASS}>
          <span className="grid size-8 place-items-center rounded-full bg-primary-soft font-semibold text-link tabular-nums">
            <span className="sr-only">Step </span>
            {index + 1}
          </span>
          <h3 className="self-center text-lg font-semibold lg:mt-3">{title}</h3>
          <p className="text-pretty text-muted max-lg:col-start-2">{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** The `before` element draws the line from each number to the next. */
const STEP_CLASS = cx(
  'relative grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1.5 not-last:pb-8',
  'lg:grid-cols-1 lg:not-last:pr-8 lg:not-last:pb-0',
  'not-last:before:absolute not-last:before:top-10 not-last:before:bottom-2 not-last:before:left-4',
  'not-last:before:border-l not-last:before:border-line',
  'lg:not-last:before:top-4 lg:not-last:before:right-2 lg:not-last:before:bottom-auto',
  'lg:not-last:before:left-10 lg:not-last:before:border-t lg:not-last:before:border-l-0',
)
