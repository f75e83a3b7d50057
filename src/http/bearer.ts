// The secret in "Authorization: Bearer <secret>".

/** Undefined when there is none, or something else. */
export function bearerOf(headers: { authorization?: string }): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
