import { readStoredText, useStoredText, writeStoredText } from './stored-text.ts'

/** A setting of this device, in all of its tabs, that is on until it is switched off. */
export function isDeviceSwitchOn(storageKey: string): boolean {
  return readStoredText('local', storageKey) !== 'off'
}

export function setDeviceSwitch(storageKey: string, on: boolean): void {
  writeStoredText('local', storageKey, on ? null : 'off')
}

export function useDeviceSwitch(storageKey: string): boolean {
  return useStoredText('local', storageKey) !== 'off'
}
