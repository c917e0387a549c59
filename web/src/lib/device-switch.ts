import { useSyncExternalStore } from 'react'

export interface DeviceSwitch {
  isOn: () => boolean
  set: (on: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** A setting that is on until it is switched off on this device, in all of its tabs. */
export function createDeviceSwitch(storageKey: string): DeviceSwitch {
  const listeners = new Set<() => void>()
  /** Used where storage is forbidden: the choice then lasts as long as the page. */
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
        // Storage can be forbidden: `isOff` then holds the choice.
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
