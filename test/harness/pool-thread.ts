// A thread for the tests of the thread pool. The message to the thread contains the task that the thread runs.
import { answerTasks } from '../../src/lib/scheduling/thread-messages.ts'

export type PoolTask =
  | { kind: 'pieces'; count: number }
  | { kind: 'double'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'throw' | 'exit' | 'fill' | 'hang' }
  /** This task ends when the test opens the gate, which is a counter in shared memory. */
  | { kind: 'wait'; gate: Int32Array }

answerTasks<PoolTask>((task) => {
  switch (task.kind) {
    case 'pieces':
      return Array.from({ length: task.count }, (_, piece) => ({ piece }))
    case 'double':
      return [{ piece: task.bytes.map((byte) => byte * 2), transfer: [] }]
    case 'throw':
      throw new Error('thrown by the task')
    case 'exit':
      process.exit(3)
      break
    case 'wait':
      Atomics.wait(task.gate, 0, 0)
      return [{ piece: 'opened' }]
    case 'fill': {
      const chunks: number[][] = []
      for (;;) chunks.push(Array.from({ length: 10_000 }, (_, at) => at))
    }
    case 'hang':
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return []
})
