import { deviceSwitch } from './device-switch.ts'

/** Whether keys such as `/` and `?` do something on this device. */
export const singleKeys = deviceSwitch('single-keys')
