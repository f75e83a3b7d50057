// What takes a start longest begins before its settings are read: the embedded database's code.
import { isEmbedded } from '../../client-config.ts'
import { prepareThread } from '../../store/embedded/thread.ts'

/** For role start; nothing is opened, and a start that ends for another reason is not kept from ending. */
export function headStart(): void {
  if (isEmbedded()) prepareThread()
}
