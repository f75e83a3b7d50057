// Bytes counted as they pass, up to a limit.

/** `bytes` passes `source` on; `onMore` is called, and has to throw, once there are more than `most`. */
export function countBytes(source: AsyncIterable<Buffer>, most: number, onMore: () => never) {
  let count = 0
  return {
    count: () => count,
    bytes: (async function* () {
      for await (const chunk of source) {
        count += chunk.length
        if (count > most) onMore()
        yield chunk
      }
    })(),
  }
}
