// The event endpoints of a workspace, and the reasons for which the service disables an endpoint.

import { part } from '../part.mjs'

export const subscriptions = part(
  'subscriptions',
  'Subscriptions',
  `
SUBS-01 portal Endpoints are registered in the portal, under Settings
SUBS-02 events An endpoint's URL must be HTTPS
SUBS-03 events The subscriber chooses the events: others are not sent
SUBS-04 events A secret that starts with whsec_ is issued with the endpoint
SUBS-05 events A test event can be sent to an endpoint
SUBS-06 portal The test event can be sent from the portal
SUBS-07 events Nine failures in a row leave the endpoint active
SUBS-08 events Ten failures in a row, by timeout or by an answer that is not 2xx, disable the endpoint
SUBS-09 events A success in between resets the count
SUBS-10 events An endpoint that fails for 3 days is disabled
SUBS-11 events A notice goes out by email when an endpoint is disabled
SUBS-12 events A disabled endpoint receives nothing until it is reactivated
SUBS-13 portal A disabled endpoint is reactivated by hand in the portal
`,
)
