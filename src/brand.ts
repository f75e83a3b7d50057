// Every name that contains the brand. To rename the service, edit this file.

export const brand = {
  /** The name that people read. */
  name: 'Carillon',
  /** Prefixes of API keys (specification, Authentication). */
  apiKeyPrefix: { live: 'svc_live_', test: 'svc_test_' },
  /** Prefix of trigger keys. Letters and digits follow. */
  triggerKeyPrefix: 'svcwh_',
  /** Prefix of management tokens. */
  managementTokenPrefix: 'svcadm_',
  /** The cookie with a member's session in the portal. */
  sessionCookie: 'carillon_session',
  /** Prefix of the headers on events and callbacks. */
  headerPrefix: 'X-Service-',
  /** The path segment of the action endpoint. */
  segment: 'svc',
  /** The versioned path of the API: `{base_url}` is PUBLIC_URL followed by it. */
  basePath: '/v1',
} as const
