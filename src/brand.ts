// Every name that contains the brand. To rename the service, edit only this file.

export const brand = {
  /** The name of the service, as people see it. */
  name: 'Carillon',
  /** Prefixes of API keys (specification, Authentication). */
  apiKeyPrefix: { live: 'svc_live_', test: 'svc_test_' },
  /** Prefix of trigger keys. The rest of a trigger key is letters and digits. */
  triggerKeyPrefix: 'svcwh_',
  /** Prefix of management tokens. */
  managementTokenPrefix: 'svcadm_',
  /** The cookie with a member's session in the portal. */
  sessionCookie: 'carillon_session',
  /** Prefix of the headers on events and callbacks. */
  headerPrefix: 'X-Service-',
  /** The path segment of the action endpoint. */
  segment: 'svc',
  /** The versioned path of the API. The `{base_url}` of the specification is PUBLIC_URL followed by this path. */
  basePath: '/v1',
} as const
