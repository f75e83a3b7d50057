// What a caught value says. JavaScript throws values of any type, so a catch clause checks before it reads.

/** Returns the message of an error, or any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Returns the thrown error; any other thrown value becomes the message of one. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Returns the code that the system or a library gave an error, such as ENOENT. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Returns why a fetch failed. Node keeps the reason in the cause; with several addresses, in the cause's list of errors. */
export function networkFault(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : undefined
  return messageOf(cause) || (first instanceof Error && first.message) || codeOf(cause) || 'the connection failed'
}
