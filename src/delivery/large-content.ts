// Reads large contents when their message is sent, one at a time: parsing many at once would block the event loop.
import { nextTurn } from '../lib/scheduling/turns-of-work.ts'
import type { Database } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readContent } from '../store/delivery/sending.ts'

/** Returns a function that completes a row whose content was left out of its claim. */
export function createContentReader(db: Database): (row: ClaimedRow) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve()
  return (row) => {
    const read = turn.then(async () => {
      row.content = await readContent(db, row.workspace_id, row.id)
    })
    // Gives the event loop a turn before the next read, so that the work on this content can begin.
    turn = read.then(nextTurn, nextTurn)
    return read
  }
}
