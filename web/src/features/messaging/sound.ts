import { deviceSwitch, useDeviceSwitch } from '../../lib/device-switch.ts'
import chime from './chime.wav'

const VOLUME = 0.5
/** So long a message counts as heard: the other tabs get it at about the same time. */
const HEARD_MS = 10_000
/** Tabs in which nobody ever pressed a key may mostly not make a sound, and let others go first. */
const LATE_MS = 300
const REMEMBERED_MAX = 200

const setting = deviceSwitch('message-sound')

/** Whether an incoming message makes a sound on this device. */
export function useSound(): { isOn: boolean; setOn: (on: boolean) => void } {
  return { isOn: useDeviceSwitch(setting), setOn: setting.set }
}

/** A message has come from somebody. However many tabs hear of it, and however often, it sounds once. */
export async function sound(messageId: string): Promise<void> {
  if (heard.has(messageId) || !setting.isOn()) return
  remember(messageId)
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return void (await play())
  if (!navigator.userActivation?.hasBeenActive) await pause(LATE_MS)
  await locks.request(`message-sound:${messageId}`, { ifAvailable: true }, async (isFirst) => {
    if (isFirst && (await play())) await pause(HEARD_MS)
  })
}

const heard = new Set<string>()

function remember(messageId: string): void {
  heard.add(messageId)
  const [oldest] = heard
  if (heard.size > REMEMBERED_MAX && oldest !== undefined) heard.delete(oldest)
}

async function play(): Promise<boolean> {
  try {
    const audio = new Audio(chime)
    audio.volume = VOLUME
    await audio.play()
    return true
  } catch {
    // The browser does not want a page to make a sound that nobody has touched.
    return false
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
