// Events for subscribers: the two catalogs of events, and the envelopes, headers and retries of events.

import { part } from '../part.mjs'

export const events = part(
  'events',
  'Events',
  `
EVT-01 events An event is an HTTP POST of application/json to a registered endpoint
EVT-02 events An answer of 2xx within 30 seconds counts as received
EVT-03 events No answer after 30 seconds counts as a failure
EVT-04 events An answer that is not 2xx counts as a failure
EVT-05 events delivery.queued reports that a message was queued
EVT-06 events delivery.sent reports that the provider took the message
EVT-07 events delivery.delivered reports that the message reached the recipient
EVT-08 events delivery.read reports that the message was read
EVT-09 events delivery.failed reports that the send failed permanently
EVT-10 actions delivery.action_taken reports that the recipient clicked a button
EVT-11 events A delivery.* event of catalog A has event, timestamp and delivery
EVT-12 events delivery holds the whole delivery record
EVT-13 events X-Service-Signature is the hex HMAC-SHA256 of the raw body under the endpoint's whsec_ secret
EVT-14 events X-Service-Event is the name of the event
EVT-15 events message.sent reports that a message reached its channel
EVT-16 events message.received reports that a recipient replied
EVT-17 events delivery.status reports each of queued, sent, delivered, read and failed
EVT-18 events contact.created reports a new contact created in the portal
EVT-19 events contact.created reports a new contact from a CSV import
EVT-20 events contact.created reports a new contact created through the API
EVT-21 events contact.created reports a new contact from onboarding
EVT-22 events contact.updated reports a change of tags, metadata or preferred channel
EVT-23 events automation.triggered reports that an automation fired for a contact
EVT-24 events An event of catalog B has id, type, created_at, workspace_id as a string, and data
EVT-25 events message.sent has message_id, channel, to, template, status, sent_at and recipient with id, name, email
EVT-26 events message.received has message_id, channel, from, body, media or null, recipient with id, name, conversation_id
EVT-27 events delivery.status has message_id, channel, status, previous_status, timestamp, and error or null
EVT-28 events Catalog B carries X-Service-Signature over the body and X-Service-Event
EVT-29 events X-Service-Delivery-Id identifies the event, so that a receiver can deduplicate
EVT-30 events X-Service-Timestamp is the Unix time of the request
EVT-31 events The first retry of an event comes after 1 minute
EVT-32 events The second retry of an event comes after 5 minutes
EVT-33 events The third retry of an event comes after 30 minutes and is the last
`,
)
