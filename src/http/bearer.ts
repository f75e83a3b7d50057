// Reads the secret from the header "Authorization: Bearer <secret>".

/** Returns undefined if the header is missing or does not have the scheme `Bearer`. */
export function bearerOf(headers: { authorization?: string }): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
