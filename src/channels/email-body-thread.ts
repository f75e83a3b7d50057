// The thread that renders long texts of emails.
import { answerTasks } from '../lib/thread-messages.ts'
import { type EmailTexts, renderBody } from './email-body.ts'

answerTasks<EmailTexts>((texts) => [{ piece: renderBody(texts) }])
