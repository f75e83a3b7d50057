// The credentials of each operation.

import { part } from '../part.mjs'

export const authentication = part(
  'authentication',
  'Authentication',
  `
AUTH-01 core   A bearer API key opens /send, /send/batch and /usage
AUTH-02 core   Keys have the formats svc_live_… and svc_test_…
AUTH-03 portal Keys are created in the portal, under Sources
AUTH-04 core   A missing key is 401 on each of the three operations
AUTH-05 core   An invalid key is 401 on each of the three operations
AUTH-06 core   A revoked key is 403 on each of the three operations
AUTH-07 core   The key identifies the source and the workspace that a send and the usage belong to
AUTH-08 core   Requests with a body are application/json: another content type is refused
AUTH-09 actions Action callbacks are signed with the source's API key
AUTH-10 events Events are signed with a secret of the endpoint that starts with whsec_
`,
)
