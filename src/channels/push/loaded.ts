// Loads the code that sends push messages when it is first needed.
import type { PushSender } from './sending.ts'

let loaded: Promise<PushSender> | undefined

/** Returns the only push sender of the process. All messages share its access tokens. */
export function pushSender(): Promise<PushSender> {
  loaded ??= import('./sending.ts').then(({ createPushSender }) => createPushSender())
  return loaded
}
