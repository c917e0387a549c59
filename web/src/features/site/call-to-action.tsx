import { useId, type ReactNode } from 'react'
import { WaveBackground } from '../../ui/brand/wave-background.tsx'
import { SignUpButton } from './sign-up-button.tsx'

interface Props {
  title: string
  text: string
  /** Shown at the bottom, over the wave background. */
  children?: ReactNode
}

/** Last section of a page: an invitation to sign up. */
export function CallToAction({ title, text, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="relative isolate mt-10 grid overflow-hidden bg-linear-to-b from-canvas to-primary-soft"
    >
      <WaveBackground className="absolute inset-x-0 bottom-0 -z-10" />
      <div className="page grid justify-items-center gap-6 pt-16 pb-28 text-center sm:pt-20 sm:pb-40">
        <div className="grid max-w-xl gap-3">
          <h2 id={id} className="text-2xl font-semibold sm:text-3xl">
            {title}
          </h2>
          <p className="text-lg text-balance text-muted">{text}</p>
        </div>
        <SignUpButton />
      </div>
      {children}
    </section>
  )
}
