// Checks a connection to APNs with a message to a device that does not exist.
import { SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { findingOf } from '../../gateway.ts'
import type { ApnsDevice } from '../devices.ts'
import type { Apns } from '../settings.ts'
import type { SendToApple } from './call.ts'

const CHECK_TIMEOUT = 15 * SECOND

/** Apple issues no such token. Apple checks the key before the token, so it answers BadDeviceToken for a valid key. */
const NO_DEVICE: ApnsDevice = { kind: 'apns', token: '0'.repeat(64), registered_at: '1970-01-01T00:00:00.000Z' }

const TRIAL = {
  payload: { aps: { alert: { title: 'Check', body: 'This trial message is not delivered.' } } },
  priority: 'low',
  ttl: 0,
  tag: 'connection-check',
} as const

export async function checkApple(
  send: SendToApple,
  settings: Apns,
  allowPrivateNetwork: boolean,
  now: Date,
): Promise<ConnectionFindings> {
  const reach = { now, allowPrivateNetwork, signal: AbortSignal.timeout(CHECK_TIMEOUT) }
  const outcome = await send(NO_DEVICE, TRIAL, settings, reach)
  const { key_id, team_id, bundle_id, environment = 'production' } = settings
  if (outcome.code === 'BadDeviceToken')
    return {
      found: [`Apple accepts the key ${key_id} of the team ${team_id} for ${bundle_id} (${environment})`],
      problems: {},
    }
  return { found: [], problems: { [settingOf(outcome)]: findingOf('Apple', outcome) } }
}

/** Returns the setting that Apple's reason is about. An answer without a reason is not from Apple. */
function settingOf({ code }: Outcome): keyof Apns {
  if (code === undefined) return 'api_base'
  if (code === 'BadEnvironmentKeyIdInToken') return 'environment'
  return code.endsWith('Topic') || code === 'TopicDisallowed' ? 'bundle_id' : 'key'
}
