// Loads the sender of push messages for the first message.
import type { PushSender } from './sending.ts'

let loaded: Promise<PushSender> | undefined

/** Returns the process's only sender, so that access tokens are shared. */
export function pushSender(): Promise<PushSender> {
  loaded ??= import('./sending.ts').then(({ createPushSender }) => createPushSender())
  return loaded
}
