// Shared memory in which a thread stores the path of the text that it renders. The main thread reads it after the thread
// has ended.

export const NOTE_BYTES = 256

/** Returns the functions that note the path of a text, such as `body` or `own.html`. A longer path is cut. */
export function textNotes(notes: SharedArrayBuffer): { begin(at: string): void; clear(): void } {
  const encoder = new TextEncoder()
  // The first byte is the length of the path.
  const length = new Uint8Array(notes, 0, 1)
  const path = new Uint8Array(notes, 1, NOTE_BYTES - 1)
  return {
    begin(at) {
      length[0] = encoder.encodeInto(at, path).written
    },
    clear() {
      length[0] = 0
    },
  }
}

/** Returns the path that a thread noted, or undefined if it had begun no text. */
export function notedText(notes: SharedArrayBuffer | undefined): string | undefined {
  const [length = 0, ...bytes] = new Uint8Array(notes ?? new SharedArrayBuffer(0))
  return length === 0 ? undefined : Buffer.from(bytes.slice(0, length)).toString()
}
