import { isDeviceSwitchOn, setDeviceSwitch, useDeviceSwitch } from '../../../lib/device-switch.ts'
import chime from './chime.wav'

const VOLUME = 0.5
/** How long the tab that played holds the lock: the other tabs receive the message at about the same time. */
const LOCK_HOLD_MS = 10_000
/** Browsers rarely let tabs without user activity play audio, so those tabs let the others go first. */
const INACTIVE_TAB_DELAY_MS = 300
const PLAYED_IDS_MAX = 200
const SETTING_KEY = 'message-sound'

/** Plays the sound once per message, however many tabs receive it, and however often. */
export class MessageSound {
  readonly #playedIds = new Set<string>()

  async play(messageId: string): Promise<void> {
    if (this.#playedIds.has(messageId) || !isDeviceSwitchOn(SETTING_KEY)) return
    this.#rememberPlayed(messageId)
    const locks: LockManager | null | undefined = navigator.locks
    if (!locks) return void (await playChime())
    if (!navigator.userActivation?.hasBeenActive) await delay(INACTIVE_TAB_DELAY_MS)
    await locks.request(`message-sound:${messageId}`, { ifAvailable: true }, async (lock) => {
      if (lock && (await playChime())) await delay(LOCK_HOLD_MS)
    })
  }

  #rememberPlayed(messageId: string): void {
    this.#playedIds.add(messageId)
    const [oldest] = this.#playedIds
    if (this.#playedIds.size > PLAYED_IDS_MAX && oldest !== undefined)
      this.#playedIds.delete(oldest)
  }
}

/** Whether an incoming message makes a sound on this device. */
export function useMessageSound(): { isOn: boolean; setOn: (on: boolean) => void } {
  return { isOn: useDeviceSwitch(SETTING_KEY), setOn: (on) => setDeviceSwitch(SETTING_KEY, on) }
}

async function playChime(): Promise<boolean> {
  try {
    const audio = new Audio(chime)
    audio.volume = VOLUME
    await audio.play()
    return true
  } catch {
    // The browser blocks audio on a page without user activity.
    return false
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
