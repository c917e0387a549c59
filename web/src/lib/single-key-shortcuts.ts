import { createDeviceSwitch } from './device-switch.ts'

/** Whether keys such as `/` and `?` do something on this device. */
export const singleKeyShortcuts = createDeviceSwitch('single-keys')
