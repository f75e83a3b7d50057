// Decides which devices a push connection reaches. Each kind of device needs the settings of its provider.
import type { Device, DeviceKind } from './devices.ts'
import type { PushSettings } from './settings.ts'

interface KindSettings {
  /** The name of the provider of this kind. */
  provider: string
  /** The group of settings in the combined settings of a push connection. */
  group: keyof PushSettings
  /** The name of the group for a person. */
  words: string
}

const settingsOfKind: Record<DeviceKind, KindSettings> = {
  web: { provider: 'webpush', group: 'vapid', words: 'vapid (for browsers)' },
  fcm: { provider: 'fcm', group: 'fcm', words: 'fcm (for apps with a token of Firebase)' },
  apns: { provider: 'apns', group: 'apns', words: 'apns (for apps with a token of Apple)' },
  expo: { provider: 'expo', group: 'expo', words: 'expo (for apps with a token of Expo)' },
}

/** Returns the name of the provider that reaches the device. */
export function providerFor({ kind }: Device): string {
  return settingsOfKind[kind].provider
}

/** The settings that decide whether a device is reached. */
type Reaching = { [Group in keyof PushSettings]?: Group extends 'vapid' ? { public_key: string } : object }

/**
 * Returns the devices that a connection with these settings reaches. A connection with VAPID settings reaches the
 * browsers that subscribed with its key, and the browsers whose key is unknown.
 */
export function reachableDevices(devices: Device[], settings: Reaching): Device[] {
  return devices.filter((device) => unreachableReason(device, settings) === undefined)
}

/** Returns why the connection does not reach the device. Returns undefined if the connection reaches it. */
export function unreachableReason(device: Device, settings: Reaching): string | undefined {
  const { group, words } = settingsOfKind[device.kind]
  if (settings[group] === undefined) return `the Push connection has no ${words}`
  const isOtherKey =
    device.kind === 'web' && device.vapid_key !== undefined && device.vapid_key !== settings.vapid?.public_key
  return isOtherKey ? 'the browser subscribed with another VAPID key' : undefined
}

/** Returns the names of the settings that the connection lacks for these devices, each once. */
export function missingSettings(devices: Device[], settings: Reaching): string[] {
  const names = devices.flatMap(({ kind }) => {
    const { group, words } = settingsOfKind[kind]
    return settings[group] === undefined ? [words] : []
  })
  return [...new Set(names)]
}
