// The entry file of the threads that render Liquid.
import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../lib/scheduling/thread-messages.ts'
import { type LiquidJob, type LiquidResult, renderMessage, type TimedResult } from '../liquid/render.ts'
import { textNotes } from './current-text.ts'

const notes = textNotes(workerData)

answerTasks<LiquidJob>((job) => {
  const begun = performance.now()
  notes.clear()
  const result: LiquidResult = renderMessage(job, notes.begin)
  notes.clear()
  return [{ piece: { ...result, took: performance.now() - begun } satisfies TimedResult }]
})
