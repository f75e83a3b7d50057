// The devices of a recipient, as an address. Apps and websites register them.
import type { AddressOf } from '../address.ts'
import type { Device } from './devices.ts'

declare module '../address.ts' {
  interface AddressFields {
    push: Device[]
  }
}

export const pushDevices: AddressOf<'push'> = {
  field: 'push',
  kind: 'list',
  channel: 'push',
  label: { en: 'Devices', it: 'Dispositivi' },
}
