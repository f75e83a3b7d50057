// Reads messages and codes from caught values, which can have any type in JavaScript.

/** Returns the message of an error, or any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Returns the thrown error. Any other thrown value becomes the message of a new error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Returns the code that the system or a library gave an error, such as ENOENT. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/**
 * Returns the reason why a fetch failed. Node stores the reason in the error's cause. If several addresses were
 * attempted, the cause contains a list of errors.
 */
export function networkFault(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : undefined
  return messageOf(cause) || (first instanceof Error && first.message) || codeOf(cause) || 'the connection failed'
}
