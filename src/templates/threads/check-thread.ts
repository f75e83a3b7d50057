// The entry file of the thread that checks templates and layouts.
import { answerTasks } from '../../lib/scheduling/thread-messages.ts'
import { type CheckTask, check } from './check.ts'

answerTasks<CheckTask>(async (task) => [{ piece: await check(task) }])
