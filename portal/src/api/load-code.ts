// Loads a part of the portal's code.
import { noteUnreachable, probe, whenReachable } from './connection.ts'

/**
 * Loads code. If the service is unreachable, waits until it responds. Then loads the code again, and rejects if that
 * fails: the service was updated and no longer has the code, or the browser does not repeat a failed import.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    while (!(await probe())) {
      noteUnreachable()
      await whenReachable()
    }
    return load()
  }
}
