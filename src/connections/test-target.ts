// Finds the address of a test message in the request, as the channel stores addresses.
import { addressOn, addressTable } from '../channels/addresses.ts'
import type { Addresses, OutgoingMessage, Provider } from '../channels/contract.ts'
import type { ConnectionSettings } from '../channels/inbound.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { refuseInvalid } from '../errors.ts'
import { checkOf } from '../lib/json/schema-check.ts'
import { schemaWords } from '../schema-words.ts'

/** The address of a test message. `devices` is present if the channel sends to devices. */
export type TestTarget = Pick<OutgoingMessage, 'address' | 'devices'>

export interface TestPlace {
  channel: ChannelName
  provider: Provider
  settings: ConnectionSettings
  allowPrivateNetwork: boolean
}

/** Returns the address in `to`. Throws validation_failed if it is missing or if the channel has no such address. */
export function testTarget(place: TestPlace, now: Date, to: string | undefined): TestTarget {
  const { channel, provider, settings, allowPrivateNetwork } = place
  const { addressOwner, address, addressField, missing, title } = channelOf(channel)
  if (provider.testDevice) {
    if (to === undefined) return refuseInvalid({ to: ['is required: the token or the subscription of a device'] })
    const found = provider.testDevice(to, now, allowPrivateNetwork)
    return 'problem' in found
      ? refuseInvalid({ to: [found.problem] })
      : { address: 'devices:0', devices: [found.device] }
  }
  const recipient = recipientWith(channel, to)
  const found = address(recipient, settings)
  if (found !== undefined) {
    if (to !== undefined && found !== to)
      return refuseInvalid({ to: [`must be omitted: this ${title} connection writes to one place only`] })
    return { address: found }
  }
  const problem = missing?.(recipient, settings)
  if (problem !== undefined) return refuseInvalid({ to: [problem] })
  return refuseInvalid({ to: [addressOwner === 'recipient' ? `is required: ${addressField}` : 'is required'] })
}

/** Returns a recipient that has only this address. Throws validation_failed if the address has another format. */
function recipientWith(channel: ChannelName, to: string | undefined): Addresses {
  const recipient: Addresses = { id: 0, ...addressTable().none }
  if (to === undefined) return recipient
  const declared = addressOn(channel)
  if (declared === undefined || declared.kind === 'list')
    return refuseInvalid({ to: ['must be omitted: the connection writes to one place only'] })
  const check = checkOf({ type: 'string', ...declared.format, examples: [declared.example] })()
  if (check(to)) return { ...recipient, [declared.field]: to }
  const [error] = check.errors ?? []
  return refuseInvalid({ to: [error ? schemaWords(error, error.parentSchema) : 'is not a valid address'] })
}
