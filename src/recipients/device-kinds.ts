// Refuses push devices that processes of 0.1.0 do not support, until the upgrade is finished.
import { type Device, hasNewKind } from '../channels/push/devices.ts'
import { refuse } from '../errors.ts'
import type { Transaction } from '../store/database.ts'
import { readSealForm } from '../store/sealed.ts'

/**
 * Throws conflict if the upgrade is not finished and the list contains a device of a new kind. A process of 0.1.0 would
 * treat the device as an invalid browser, and remove it from its recipient.
 */
export async function requireSupportedKinds(tx: Transaction, devices: readonly Device[]): Promise<void> {
  if (!hasNewKind(devices) || (await readSealForm(tx))) return
  refuse(
    'conflict',
    'The upgrade of this installation is not finished: processes of 0.1.0 do not support devices of the kinds apns and expo. Stop them, then run "carillon migrate --finish".',
  )
}
