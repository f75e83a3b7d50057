// Counts the bytes of a stream and enforces a limit.

/**
 * Returns the stream `bytes`, which yields the chunks of `source` and counts their bytes. If there are more than `most`
 * bytes, calls `onMore`, which must throw.
 */
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
