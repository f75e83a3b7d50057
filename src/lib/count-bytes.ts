// Counts the bytes of a stream and enforces a limit.

/** Passes on `source` as `bytes` and counts them. Calls `onMore`, which must throw, after more than `most` bytes. */
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
