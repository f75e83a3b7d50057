// Whether a key or token is live: revocation comes before expiry.

export type CredentialState = 'active' | 'expired' | 'revoked'

/** Returns the state at `now`. A credential expires at the very moment of `expires_at`. */
export function credentialState(
  { revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date | null },
  now: Date,
): CredentialState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}
