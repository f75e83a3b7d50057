// The entry file of the thread that reads bounce mails.
import { answerTasks } from '../../../lib/scheduling/thread-messages.ts'
import { readBounceMail } from './read.ts'
import { reportOf } from './report.ts'
import type { MailToRead } from './threads.ts'

answerTasks<MailToRead>(async ({ bytes, names }) => {
  // A mail with a broken structure is no report.
  const mail = await readBounceMail(bytes).catch(() => undefined)
  return [{ piece: JSON.stringify((mail && reportOf(mail, names)) ?? null) }]
})
