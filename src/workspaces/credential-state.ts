// The state of a key or token: live, revoked or expired. Revocation takes precedence over expiry.

export type CredentialState = 'active' | 'expired' | 'revoked'

/** Returns the state at `now`. If `now` equals `expires_at`, the credential is expired. */
export function credentialState(
  { revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date | null },
  now: Date,
): CredentialState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}
