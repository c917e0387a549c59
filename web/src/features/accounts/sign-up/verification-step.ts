import { useState } from 'react'
import { z } from 'zod/mini'
import { useStoredText, writeStoredText } from '../../../lib/stored-text.ts'

const STORAGE_KEY = 'verification'
/** A sign-up ends after a day. */
const STEP_LIFETIME_MS = 86_400_000

const VerificationStep = z.object({
  email: z.string(),
  /** The text that says which code is meant, if none was sent because the last one was sent too recently. */
  earlierCode: z.optional(z.string()),
  /** Whether sending a code failed. */
  isNotSent: z.optional(z.boolean()),
  /** Whether the code was refused for good, so that a new one is needed. */
  isExpired: z.optional(z.boolean()),
  /** When the newest code was requested, where this page knows it. */
  sentAt: z.optional(z.number()),
  nextCodeTime: z.number(),
  /** The step is over: it is shown until the page redirects, and not after a reload. */
  isVerified: z.optional(z.boolean()),
})
export type VerificationStep = z.infer<typeof VerificationStep>

type Page = 'signup' | 'login'
const StoredStep = z.object({
  page: z.enum(['signup', 'login']),
  startedAt: z.number(),
  step: VerificationStep,
})

/** The code step of a page, or null while its form is shown. It survives a reload of the tab. */
export function useVerificationStep(page: Page) {
  // Null in the prerendered page, which shows the form.
  const stored = useStoredText('session', STORAGE_KEY)
  const [isSavedHere, setIsSavedHere] = useState(false)
  const step = parseStep(stored, page)

  function saveStep(next: VerificationStep | null) {
    setIsSavedHere(true)
    const text = next && JSON.stringify({ page, startedAt: Date.now(), step: next })
    writeStoredText('session', STORAGE_KEY, text)
  }
  return [step?.isVerified && !isSavedHere ? null : step, saveStep] as const
}

/** Ends the code step of this tab, after its email was verified by the link. */
export function endVerificationStep(): void {
  writeStoredText('session', STORAGE_KEY, null)
}

function parseStep(stored: string | null, page: Page): VerificationStep | null {
  if (stored === null) return null
  try {
    const { startedAt, ...content } = z.parse(StoredStep, JSON.parse(stored))
    const isCurrent = content.page === page && Date.now() < startedAt + STEP_LIFETIME_MS
    return isCurrent ? content.step : null
  } catch {
    return null
  }
}
