// Checks a connection to Firebase with a message that Firebase only validates.
import { SECOND } from '../../../limits.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { findingOf } from '../../gateway.ts'
import type { Fcm } from '../settings.ts'
import { postToFcm } from './call.ts'
import type { FcmAccess } from './token.ts'

const CHECK_TIMEOUT = 15 * SECOND

const TRIAL = {
  validateOnly: true,
  message: {
    topic: 'connection-check',
    notification: { title: 'Check', body: 'This trial message is not delivered.' },
  },
}

export async function checkFcm(
  access: FcmAccess,
  settings: Fcm,
  allowPrivateNetwork: boolean,
  now: Date,
): Promise<ConnectionFindings> {
  const { project_id, client_email } = settings.service_account
  const granted = await access.token(settings.service_account, now, allowPrivateNetwork)
  if ('refused' in granted) return { found: [], problems: { service_account: findingOf('Google', granted.refused) } }
  const found = [`Google gave ${client_email} access`]
  const reach = { now, allowPrivateNetwork, signal: AbortSignal.timeout(CHECK_TIMEOUT) }
  const outcome = await postToFcm(settings, access, TRIAL, [], reach)
  if (outcome.class === 'sent')
    return { found: [...found, `Firebase accepts messages for the project ${project_id}`], problems: {} }
  // If the answer has no code, it is not from Firebase, so `api_base` may be wrong.
  const setting = outcome.code === undefined ? 'api_base' : 'service_account'
  return { found, problems: { [setting]: findingOf('Firebase', outcome) } }
}
