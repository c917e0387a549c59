import { createDeviceSwitch } from '../device-switch.ts'

/** Whether single-key shortcuts such as `/` and `?` are on for this device. */
export const singleKeyShortcuts = createDeviceSwitch('single-keys')
