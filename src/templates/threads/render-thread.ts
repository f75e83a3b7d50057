// The entry file of the threads that render Liquid.
import { answerTasks } from '../../lib/scheduling/thread-messages.ts'
import { type LiquidJob, renderMessage } from '../liquid/render.ts'

answerTasks<LiquidJob>((job) => [{ piece: renderMessage(job) }])
