import {
  logInWithPasskey,
  type SignedCredential,
  startPasskeyLogin,
} from '@dolph/contract/accounts/passkeys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { isNotFound } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { canOfferInAutofill, lazyBrowserPasskeys } from '../passkeys/passkey-support.ts'
import { startSession } from '../session/session.ts'

interface Choice {
  rpId: string
  credential: SignedCredential
}

/**
 * Signs in with a passkey: with one that the browser offers in the email field, or by `logIn.mutate()` with its dialog. The page
 * goes on by itself once there is a viewer.
 */
export function usePasskeyLogin() {
  const client = useQueryClient()
  const offer = useRef<AbortController>(undefined)
  const logIn = useMutation({
    mutationFn: async (choice?: Choice) => {
      // The browser has one request for passkeys at a time: the offer must not end the dialog by being renewed.
      offer.current?.abort()
      const { rpId, credential } = choice ?? (await openDialog())
      try {
        await callEndpoint(logInWithPasskey, { body: { credential } })
      } catch (error) {
        if (isNotFound(error)) void forgetPasskey(rpId, credential.id)
        throw error
      }
      await startSession(client)
    },
    onSuccess: () => {
      toast.success('Successfully logged in!')
    },
    // Not on another page, where the dialog was left.
    onError: () => offer.current && startOffer(),
  })

  function startOffer(start = Promise.resolve(), controller = new AbortController()) {
    offer.current = controller
    const choosing = start.then(async () => offerInAutofill(controller.signal))
    choosing.then(
      (choice) => choice && logIn.mutate(choice),
      // Without an offer there is the button.
      () => undefined,
    )
  }
  function endOffer() {
    offer.current?.abort()
    offer.current = undefined
  }
  const startFirstOffer = useEffectEvent(() => {
    const controller = new AbortController()
    startOffer(waitForInteraction(controller.signal), controller)
  })
  const endLastOffer = useEffectEvent(endOffer)
  useEffect(() => {
    startFirstOffer()
    return () => endLastOffer()
  }, [])
  return logIn
}

async function openDialog(): Promise<Choice> {
  const { signWithPasskey } = await lazyBrowserPasskeys.loadAndWait()
  const { data: options } = await callEndpoint(startPasskeyLogin, {})
  return { rpId: options.rpId, credential: await signWithPasskey(options) }
}

async function forgetPasskey(rpId: string, credentialId: string): Promise<void> {
  const passkeys = await lazyBrowserPasskeys.loadAndWait()
  await passkeys.forgetPasskey(rpId, credentialId)
}

/** Renews what has to be signed before the server forgets it: a login page may stay open for hours. */
async function offerInAutofill(signal: AbortSignal): Promise<Choice | undefined> {
  if (signal.aborted || !(await canOfferInAutofill())) return undefined
  const { signWithAutofill } = await lazyBrowserPasskeys.loadAndWait()
  for (;;) {
    await waitUntilVisible(signal)
    if (signal.aborted) return undefined
    const { data: options } = await callEndpoint(startPasskeyLogin, {}, signal)
    const renewal = AbortSignal.timeout(options.timeout)
    try {
      const ends = AbortSignal.any([signal, renewal])
      return { rpId: options.rpId, credential: await signWithAutofill(options, ends) }
    } catch (error) {
      if (!renewal.aborted || signal.aborted) throw error
    }
  }
}

/** Before it, a visitor downloads nothing for this; moving the pointer towards the field is early enough. */
async function waitForInteraction(signal: AbortSignal): Promise<void> {
  if (document.activeElement instanceof HTMLInputElement) return
  await new Promise<void>((resolve) => {
    const end = () => resolve()
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      document.addEventListener(event, end, { once: true, signal })
    signal.addEventListener('abort', end, { once: true })
  })
}

async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  while (document.visibilityState === 'hidden' && !signal.aborted) {
    await new Promise<void>((resolve) => {
      const options = { once: true, signal }
      document.addEventListener('visibilitychange', () => resolve(), options)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
