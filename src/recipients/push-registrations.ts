// Registers push devices. A browser or app has no API key. It uses a short-lived token that is valid for one recipient.

import { settingsInForce } from '../channels/providers.ts'
import { addressOfDevices } from '../channels/push/address.ts'
import {
  type Device,
  type DeviceInput,
  deviceKey,
  deviceOf,
  deviceProblems,
  isDevice,
  withDevice,
} from '../channels/push/devices.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { fieldsOf, textOf } from '../lib/json/json-fields.ts'
import type { Seal } from '../lib/seal.ts'
import { validity } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { lockDeviceHolders, putDevices } from '../store/recipients/push-devices.ts'
import { listConnections } from '../store/workspaces/connections.ts'
import { requireSupportedKinds } from './device-kinds.ts'
import { liftInvalid } from './gone-addresses.ts'

/** The content of a registration token. */
export interface Registration {
  workspaceId: number
  mode: 'live' | 'test'
  recipientId: number
  /**
   * The connection's public key for browsers. Null if the connection is only for apps. Also null for a test key of a
   * source without a push connection.
   */
  vapidKey: string | null
}

const PURPOSE = 'push-registration'

/**
 * Returns the public key with which browsers subscribe. Throws validation_failed if a live key is used and the source
 * has no push connection.
 */
export async function pushKeyOf(
  c: Connection,
  { workspaceId, sourceId, mode }: { workspaceId: number; sourceId: number; mode: 'live' | 'test' },
): Promise<string | null> {
  const connection = (await listConnections(c, workspaceId, sourceId)).find(({ channel }) => channel === 'push')
  if (!connection && mode === 'live')
    refuseInvalid({ channel: ['the source has no Push connection; add a connection, or use a test key'] })
  const { vapid } = settingsInForce('push', connection?.parts ?? [])
  return textOf(fieldsOf(vapid).public_key) ?? null
}

/** Returns a registration token. It is encrypted and not stored. */
export function issueRegistration(seal: Seal, now: Date, registration: Registration) {
  const { workspaceId, mode, recipientId, vapidKey } = registration
  const expiresAt = later(now, validity.pushRegistration)
  const text = JSON.stringify([workspaceId, mode, recipientId, vapidKey, expiresAt.getTime()])
  return { token: seal.close(text, PURPOSE).toString('base64url'), expiresAt }
}

/** Returns the content of a token. Throws invalid_token if the token is forged or has expired. */
export function readRegistration(seal: Seal, now: Date, token: string): Registration {
  const [workspaceId, mode, recipientId, vapidKey, expiresAt] = openToken(seal, token)
  if (now.getTime() >= expiresAt)
    refuse('invalid_token', 'This registration token has expired. Get a new one from your own server.')
  return { workspaceId, mode, recipientId, vapidKey }
}

function openToken(seal: Seal, token: string): [number, 'live' | 'test', number, string | null, number] {
  try {
    // Decryption succeeds only for a token that `issueRegistration` has created.
    return JSON.parse(seal.open(Buffer.from(token, 'base64url'), PURPOSE))
  } catch {
    return refuse('invalid_token', 'This is not a registration token. Get one from your own server.')
  }
}

/**
 * Adds or refreshes a device of the recipient. If another recipient of the workspace has the device, removes it from
 * that recipient. Throws validation_failed, and the errors of `requireSupportedKinds`.
 */
export async function registerDevice(
  db: Database,
  now: Date,
  { workspaceId, mode, recipientId, vapidKey }: Registration,
  { registered_at: _, ...input }: DeviceInput,
  allowPrivateNetwork: boolean,
) {
  const problems = deviceProblems(input, allowPrivateNetwork)
  if (input.vapid_key !== undefined && vapidKey !== null && input.vapid_key !== vapidKey)
    problems.vapid_key ??=
      'is not the public key of the connection; subscribe with the public key that came with the token'
  if (Object.keys(problems).length > 0) refuseInvalid(listed(problems))
  const device = deviceOf(input.kind === 'web' && vapidKey !== null ? { ...input, vapid_key: vapidKey } : input, now)
  const part = device.kind === 'web' ? { endpoint: device.endpoint } : { token: device.token }
  const devices = await transaction(db, async (tx) => {
    await requireSupportedKinds(tx, [device])
    const holders = await lockDeviceHolders(tx, { workspaceId, mode, recipientId, part })
    const recipient = holders.find(({ id }) => id === recipientId) ?? refuse('not_found', GONE)
    for (const { id, push } of holders.filter((other) => other !== recipient))
      await putDevices(tx, now, { workspaceId, id, push: withoutDevice(push, deviceKey(device)) })
    const push = withDevice(recipient.push, device)
    await putDevices(tx, now, { workspaceId, id: recipientId, push })
    if (mode === 'live') liftInvalid(tx, workspaceId, 'push', addressOfDevices(recipientId))
    return push
  })
  return { kind: device.kind, registered_at: device.registered_at, devices: devices.length }
}

const GONE = 'The recipient of this registration was removed.'

/** Removes a device of the recipient. Does nothing if the recipient does not have the device. */
export async function unregisterDevice(
  db: Database,
  now: Date,
  { workspaceId, mode, recipientId }: Registration,
  which: { endpoint?: string; token?: string },
): Promise<void> {
  const key = which.endpoint ?? which.token
  if (key === undefined || (which.endpoint !== undefined && which.token !== undefined))
    return refuseInvalid({
      endpoint: ['identifies a browser, and token identifies an app; send exactly one of these two fields'],
    })
  await transaction(db, async (tx) => {
    const holders = await lockDeviceHolders(tx, { workspaceId, mode, recipientId, part: which })
    const recipient = holders.find(({ id }) => id === recipientId) ?? refuse('not_found', GONE)
    await putDevices(tx, now, { workspaceId, id: recipientId, push: withoutDevice(recipient.push, key) })
  })
}

function withoutDevice(devices: Device[], key: string): Device[] {
  return devices.filter((device) => !isDevice(device, key))
}

function listed(problems: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, [problem]]))
}
