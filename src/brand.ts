// The neutral word: every name that carries the brand, so that renaming the service is an edit of this file.

export const brand = {
  /** What people read. */
  name: 'Carillon',
  /** `svc_live_…` and `svc_test_…` (specification, Authentication). */
  apiKeyPrefix: { live: 'svc_live_', test: 'svc_test_' },
  /** `svcwh_…`: letters and digits follow. */
  triggerKeyPrefix: 'svcwh_',
  /** Bearer tokens of the management API. */
  managementTokenPrefix: 'svcadm_',
  /** The cookie that holds a member's session in the portal. */
  sessionCookie: 'carillon_session',
  /** Of the headers on events and callbacks. */
  headerPrefix: 'X-Service-',
  /** The path segment of the action endpoint. */
  segment: 'svc',
  /** The versioned base address: `{base_url}` is PUBLIC_URL + this. */
  basePath: '/v1',
} as const
