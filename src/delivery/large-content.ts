// Reads the large content of a message when the message is sent. Reads one content at a time, because parsing several
// contents in one turn would block the event loop.
import { nextTurn } from '../lib/scheduling/turns-of-work.ts'
import type { Database } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readContent } from '../store/delivery/sending.ts'

/**
 * Returns a function that adds the content to a row. If the content of a row is large, claims return the row without
 * it.
 */
export function createContentReader(db: Database): (row: ClaimedRow) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve()
  return (row) => {
    const read = turn.then(async () => {
      row.content = await readContent(db, row.workspace_id, row.id)
    })
    // Waits one turn of the event loop before the next read, so that the message whose content was just read can be
    // sent first.
    turn = read.then(nextTurn, nextTurn)
    return read
  }
}
