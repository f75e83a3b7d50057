// What sends push messages, loaded when there is something to send.
import type { PushSender } from './sending.ts'

let loaded: Promise<PushSender> | undefined

/** One for the process: access tokens are shared. */
export function pushSender(): Promise<PushSender> {
  loaded ??= import('./sending.ts').then(({ createPushSender }) => createPushSender())
  return loaded
}
