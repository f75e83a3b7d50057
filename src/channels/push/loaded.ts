// Loads the code that sends push messages when it is first needed.
import type { PushSender } from './sending.ts'

let loaded: Promise<PushSender> | undefined

/** Returns the only sender of the process, so that all messages share its access tokens. */
export function pushSender(): Promise<PushSender> {
  loaded ??= import('./sending.ts').then(({ createPushSender }) => createPushSender())
  return loaded
}
