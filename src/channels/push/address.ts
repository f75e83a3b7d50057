// The address of a recipient for push: a list of devices, which apps and websites register.
import type { AddressOf } from '../address.ts'
import type { Device } from './devices.ts'

declare module '../address.ts' {
  interface AddressFields {
    push: Device[]
  }
}

/** Returns one address for all devices of the recipient. */
export const addressOfDevices = (recipientId: number): string => `devices:${recipientId}`

export const pushDevices: AddressOf<'push'> = {
  field: 'push',
  kind: 'list',
  channel: 'push',
  label: { en: 'Devices', it: 'Dispositivi' },
}
