// Reads the secret of the header "Authorization: Bearer <secret>".

/** Returns undefined when the header is missing or has another scheme. */
export function bearerOf(headers: { authorization?: string }): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
