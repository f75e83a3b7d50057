// Reads messages and codes from caught values. In JavaScript, a caught value can have any type.

/** Returns the message of an error. Converts any other thrown value to text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Returns the thrown error. If the thrown value is not an error, returns a new error with the value as its message. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Returns the code of an error, such as ENOENT. The operating system or a library sets this code. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/**
 * Returns the reason why a `fetch` failed. Node stores the reason as the cause of the error. If several addresses were
 * attempted, the cause contains a list of errors.
 */
export function networkFault(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : undefined
  return messageOf(cause) || (first instanceof Error && first.message) || codeOf(cause) || 'the connection failed'
}
