// The entry file of the threads that render Liquid.
import { answerTasks } from '../../lib/scheduling/thread-messages.ts'
import { type LiquidJob, type LiquidResult, renderMessage, type TimedResult } from '../liquid/render.ts'

answerTasks<LiquidJob>((job) => {
  const begun = performance.now()
  const result: LiquidResult = renderMessage(job)
  return [{ piece: { ...result, took: performance.now() - begun } satisfies TimedResult }]
})
