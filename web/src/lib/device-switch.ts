import { useSyncExternalStore } from 'react'

export interface DeviceSwitch {
  isOn: () => boolean
  set: (on: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Something that is on until somebody switches it off on this device, in all of its tabs. */
export function createDeviceSwitch(storageKey: string): DeviceSwitch {
  const listeners = new Set<() => void>()
  /** Where storage is forbidden the choice lasts as long as the page. */
  let isOff = false

  return {
    isOn: () => {
      try {
        return localStorage.getItem(storageKey) !== 'off'
      } catch {
        return !isOff
      }
    },
    set: (on) => {
      isOff = !on
      try {
        if (on) localStorage.removeItem(storageKey)
        else localStorage.setItem(storageKey, 'off')
      } catch {
        // See above.
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

export function useDeviceSwitch({ subscribe, isOn }: DeviceSwitch): boolean {
  return useSyncExternalStore(subscribe, isOn, () => true)
}
