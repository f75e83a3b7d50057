// Splits the bytes of a connection to PostgreSQL into the messages of its protocol.

/** Returns whether the message has this letter of the protocol, and begins with this text after its length. */
export const isMessage = (message: Buffer, letter: string, text = '') =>
  message[0] === letter.charCodeAt(0) && message.subarray(5, 5 + text.length).toString() === text

/** Returns a function that collects bytes and returns the complete messages of the protocol. */
export function createSplitter(isClient: boolean): (chunk: Buffer) => Buffer[] {
  let bytes: Buffer = Buffer.alloc(0)
  // The first message of a client has no letter before its length.
  let letter = isClient ? 0 : 1
  return (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    const messages: Buffer[] = []
    while (bytes.length >= letter + 4) {
      const length = letter + bytes.readUInt32BE(letter)
      if (bytes.length < length) break
      messages.push(bytes.subarray(0, length))
      bytes = bytes.subarray(length)
      letter = 1
    }
    return messages
  }
}
