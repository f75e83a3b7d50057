// Large contents, read when their message is sent, one at a time: many at once would hold everything else up.
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
    // What is made of one content has a turn of the event loop before the next is read.
    turn = read.then(nextTurn, nextTurn)
    return read
  }
}
