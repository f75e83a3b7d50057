// The purpose of the service according to the specification.

import { part } from '../part.mjs'

export const purpose = part(
  'purpose',
  'What the service does',
  `
WHAT-01 core   One send operation reaches a recipient on each of the seven channels
WHAT-02 core   The channels are telegram, whatsapp, email, push, discord, slack and messenger
WHAT-03 core   The price list has a cost for SMS
WHAT-04 core   A recipient and a template slug are all that a send must name
WHAT-05 core   A send may add variables, priority, schedule, idempotency key, actions, media and attachments
WHAT-06 core   A recipient that is not known yet is created from the contact fields of the send
WHAT-07 core   A send is queued and answered before the provider is called; the delivery follows without another request
WHAT-08 events Delivery progress is reported to the caller by outbound events
WHAT-09 core   Batch, usage, health and the secret-URL trigger complement the plain send
WHAT-10 actions A click on a button is forwarded to the caller's own URL by the end-user action endpoint
WHAT-11 core   Templates, recipients and deliveries belong to one workspace and are out of reach for others
WHAT-12 core   An API key belongs to a source, and the source to a workspace
WHAT-13 core   The workspace's plan sets how many messages a month are included
WHAT-14 core   Prepaid credits pay for messages beyond the monthly quota
WHAT-15 core   A send that fails is retried without any action of the caller
WHAT-16 portal Templates are managed in the web portal
WHAT-17 portal Recipients are managed in the web portal
WHAT-18 portal Sources are managed in the web portal
WHAT-19 portal API keys are managed in the web portal
WHAT-20 portal Trigger keys are managed in the web portal
WHAT-21 portal Event subscriptions are managed in the web portal
`,
)
