// The entry file of the thread that checks content with MJML. The library is loaded when the thread starts, so its
// loading time does not count as time of the first check.
import 'mjml'
import { answerTasks } from '../../lib/scheduling/thread-messages.ts'
import { type CheckTask, check } from './check.ts'

answerTasks<CheckTask>(async (task) => [{ piece: await check(task) }])
