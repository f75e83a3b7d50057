// The entry file of the thread that renders long texts of emails.
import { answerTasks } from '../../lib/scheduling/thread-messages.ts'
import { type EmailTexts, renderBody } from './body.ts'

answerTasks<EmailTexts>((texts) => [{ piece: renderBody(texts) }])
