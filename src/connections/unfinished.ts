// Refuses connections that processes of 0.1.0 do not support, until the upgrade is finished.
import { refuse } from '../errors.ts'

export function refuseUnfinished(): never {
  return refuse(
    'conflict',
    'The upgrade of this installation is not finished: processes of 0.1.0 support one connection per channel, no choice of a provider, and no SMS. Stop them, then run "carillon migrate --finish".',
  )
}
