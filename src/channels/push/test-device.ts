// Converts the text that a member enters as the address of a test to a push device.
import { checkOf } from '../../lib/json/schema-check.ts'
import type { ProviderSetUp } from '../set-up/set-up.ts'
import { type DeviceInput, type DeviceKind, deviceOf, deviceProblems, deviceSchema } from './devices.ts'

const check = checkOf<DeviceInput>(deviceSchema)

/** Returns the function that converts a token, or the JSON of a device, to a device of this kind. */
export function testDeviceOf(kind: DeviceKind): NonNullable<ProviderSetUp['testDevice']> {
  return (text, now, allowPrivateNetwork) => {
    const given = text.trimStart().startsWith('{') ? parsed(text) : { token: text }
    const input: unknown = given && { ...given, kind }
    if (!check()(input)) return { problem: kind === 'web' ? SUBSCRIPTION : TOKEN }
    const [problem] = Object.entries(deviceProblems(input, allowPrivateNetwork))
    return problem ? { problem: `${problem[0]} ${problem[1]}` } : { device: deviceOf(input, now) }
  }
}

const SUBSCRIPTION = 'must be the JSON of a push subscription, which PushSubscription.toJSON() returns in the browser'
const TOKEN = 'must be the token of a device, or the JSON of a device'

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
