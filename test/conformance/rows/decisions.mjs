// Decisions on points that the specification leaves open. If a decision has several statements, a letter after its
// number identifies each statement.

import { part } from '../part.mjs'

export const decisions = part(
  'decisions',
  'Decisions',
  `
D1   core     The API lives under /v1
D1b  portal   The portal lives at /
D2   core     An unknown field is 422, naming the field and the nearest known name
D2b  core     No type is coerced: a number or boolean where a string belongs is 422
D3   core     A 422 body has both error and status set to validation_failed, message, and details keyed by dotted path
D4   core     Every error answer has error and message
D4b  core     A body that is not JSON is 400 malformed_json
D4c  core     A missing key is 401 missing_api_key, a wrong one 401 invalid_api_key
D4d  core     A wrong or revoked trigger key is 401 invalid_webhook_key
D4e  core     A revoked API key is 403 revoked_api_key
D4f  portal   An operation that a role does not permit is 403 forbidden
D4g  core     An unknown template is 404 template_not_found, an unknown path or record 404 not_found
D4h  core     A known path with the wrong method is 405 method_not_allowed
D4i  core     A change that no longer fits the record's state is 409 conflict
D4j  core     A body that is too large is 413 payload_too_large
D4k  core     A content type other than JSON is 415 unsupported_media_type
D4l  core     A used-up rate limit is 429 rate_limited
D4m  core     An unreachable database is 503 unavailable with Retry-After
D5   core     The key is checked before the rate limit
D5b  core     The rate limit is checked before the shape of the request
D5c  core     The shape is checked before the idempotent replay
D5d  core     The replay is answered before recipient and template are read
D5e  core     An unknown recipient is reported before an unknown template
D5f  core     An unknown template is reported before channel and content
D5g  core     Channel and content are checked before quota and credits
D6   core     One usage body carries the fields of both shapes
D7   core     An accepted element of a batch is the send response with index
D7b  core     A wrong batch envelope is 422 for the whole request
D7c  core     A failed element has index, status failed, error and message, and details when it is invalid
D7d  core     A replayed element is the replay response with index and counts as queued
D8   core     The window is an hour from the key's first request, then starts again
D8b  core     Every authenticated request counts once: also usage, a batch and a refused request
D8c  core     X-RateLimit-Limit and X-RateLimit-Remaining are on every authenticated answer
D8d  core     A trigger key has its own window
D9   core     An idempotency key is scoped to its workspace
D9b  core     Live and test keys keep idempotency keys apart
D9c  core     An Idempotency-Key header does what the field does
D9d  core     A refused send stores no key: it can be corrected and sent again under the same one
D9e  core     A concurrent duplicate waits and gets the replay
D9f  core     Another body under the same key replays the first delivery with body_mismatch true
D9g  core     A replay costs neither quota nor credits
D9h  core     The Idempotency-Key header on a batch is 422
D9i  core     A header that differs from the field is 422
D10  core     Without channel the recipient's preferred channel is used when it is usable
D10b core     Otherwise the order is email, whatsapp, telegram, then the rest
D10c core     Addresses given in the request come before stored ones
D10d core     A channel without a connection of the source, or without content in the template, is skipped
D10e core     When no channel fits, it is 422 on channel, and the message names the missing parts
D11  core     id wins over contact fields
D11b core     A recipient is matched by the channel's own address first
D11c core     Then by email, then by phone, then by chat id
D11d core     An unknown recipient is created, once: the next send finds it
D11e core     A send fills empty fields of a recipient and never overwrites filled ones
D11f core     Without a name the address serves as name
D11g core     A recipient with only a name is 422
D12  core     push, slack, messenger and discord take the address stored with the recipient
D12b channels Inbound opt-in and web-push registration store an address with the recipient
D12c channels A Slack channel or Discord webhook of the source's connection serves when the recipient has none
D13  core     subject is a top-level field that goes before the template's
D13b core     Placeholders are filled in the subject of the request and of the template
D14  core     A missing variable is 422 on vars.NAME
D14b core     A variable that the template does not use is ignored
D15  core     scheduled_for in the past is sent at once
D15b core     scheduled_for without an offset is UTC
D15c core     scheduled_for a year ahead is accepted, more than a year ahead is 422
D15d core     A scheduled send can be cancelled through the management API
D15e core     A scheduled send can be moved through the management API
D16  core     There are four attempts in all, and a jitter of 0 to 10 % lengthens the three delays
D16b core     A provider's Retry-After that is longer than the delay wins
D16c core     Throttling by the provider postpones the delivery and does not count as an attempt
D16d core     A permanent error fails at once
D16e core     24 hours after it was due a delivery fails as expired and is refunded
D16f core     DELIVERY_MAX_AGE sets that time
D17  core     A message is charged at accept to the month of accept, a scheduled one too
D17b core     A delivery that fails or is cancelled is refunded once to the quota of its period
D17c core     A delivery paid with credits is refunded once in credits, and the ledger names the delivery
D17d core     A refund does not re-price a later message that was paid with credits
D17e core     A resend is a new, charged delivery
D17f core     The WhatsApp bundle has the plan's number by default
D17g core     Quota and bundle can be set for a workspace, null being unlimited
D17h core     Past the bundle a message costs 3 credits, then it is 429 with the bundle's used and limit
D17i core     used counts messages charged to the quota and not refunded
D17j core     total_sent, total_failed and by_channel count live deliveries of the period by their current status
D17k core     The period is the calendar month in UTC: used starts at 0 in the next
D18  core     Over the quota discord, slack, push and messenger cost 1 credit
D19  core     The workspace of the first start and a workspace created without a plan are unlimited, and DEFAULT_PLAN changes that
D19b core     Free counts distinct connected channels of the whole workspace, and the refusal of the fourth gives the reason
D19c core     A downgrade keeps the channels that are connected
D20  core     queue_depth counts live deliveries due now: not scheduled ones, not test ones, not those of a paused connection
D20b core     worker is stale when something is due for over 60 s and no worker has reported for 60 s
D20c core     HEALTH_QUEUE_DEPTH sets the threshold
D20d core     /livez and /readyz answer orchestrators
D20e core     Health is computed at most once a second
D21  events   The event name decides the envelope, and all four X-Service-* headers are on every event
D21b events   The Standard Webhooks headers are on every event and verify under the same secret
D21c events   X-Service-Delivery-Id equals webhook-id and stays the same on every retry
D21d events   A replayed event gets a new X-Service-Delivery-Id
D21e events   For 24 h after a rotation X-Service-Signature is the old secret's and webhook-signature carries both
D22  events   After the retries at 1, 5 and 30 minutes an event fails, is kept and can be replayed
D23  events   Ten failed attempts in a row or 3 days of failing disable an endpoint, whichever comes first
D23b events   An answer of 410 disables at once
D23c events   The notice goes to the workspace's owners by email
D23d portal   The portal shows the notice
D24  core     A token is 40 random and 24 MAC characters, and only the 40 are stored
D24b actions  An unknown token is 404, a known one with a bad MAC 403, a used or expired one 410
D24c actions  The 72 hours run from the later of accept and scheduled_for
D24d actions  Moving a delivery moves the expiry of its tokens
D25  actions  HEAD, prefetches and declared mail scanners and previewers never use up a token
D25b actions  HTTP libraries and an empty user agent use up a token
D25c actions  With confirm_click GET shows a page with a button and only POST uses up the token
D25d portal   The portal recommends confirm_click when two tokens of a delivery are used within 2 s
D26  actions  One callback body carries both variants
D26b actions  It is signed with the key that made the send while that key is active
D26c actions  Otherwise, and for a trigger, it is signed with the source's newest active key of the mode
D26d actions  Without such a key it is kept as failed and can be replayed
D26e actions  X-Service-Key-Id names the key, and the Standard Webhooks headers are absent
D26f actions  Callbacks are retried on the schedule of events
D27  core     A test key needs no connection: the sandbox takes the message and the test inbox shows it as composed
D27b core     A test key has the same validation and errors as a live one
D27c core     Test messages are free and uncounted
D27d core     A test key sees and creates only test recipients
D27e core     A trigger key has a mode, live unless test is requested
D27f core     Magic addresses force bounce, block, throttle, timeout, slow and read
D27g events   Test messages emit the same events
D28  events   message_id is the delivery id as a string, workspace_id a string too
D29  core     sms is a channel (decision 105 replaces decision 29): a send that names it is accepted
D30  email    Acceptance by SMTP is sent, and delivered comes only with a receipt
D31  events   message.sent is emitted once, on the first entry into sent
D31b events   delivery.status never reports sending or a requeue; previous_status is the last reported status, null at first
D31c actions  delivery.action_taken adds action with slug and payload, and actor
D32  core     The template's locale is the exact one, else the language, the workspace's default, it, or the only one; else 422
D32b core     An action's label is its slug when omitted
D33  channels media with a template that has no image header is 422 on media
D33b channels Inside the 24-hour window media goes free-form
D33c channels The approved template's own buttons decide between quick reply and URL
D34  email    An opt-out holds for a workspace and address: a send to it is 422 on recipient.email
D34b email    A template that is essential is sent despite the opt-out
D34c email    GET on the unsubscribe link shows a page, and only POST acts
D35  core     An attachment of 10 MB decoded is accepted, one byte more is refused
D35b core     Attachments of 30 MB in a request are accepted, more is refused
D35c core     The bytes of an attachment are removed when its delivery is final
D36  core     GET /v1/deliveries/{id} with an API key gives the delivery record, its status history and its reason
D36b core     A delivery of another workspace is not found
D36c core     A delivery of the other mode is not found
D37  core     Every route permits exactly the roles that its documentation names
D37b core     A workspace that has an owner always keeps at least one owner
D38  core     The first owner is created with a link that works once
D38b core     Password guessing is limited per account and per network
D39  core     Only the browser stores a session's token, and each sign-in creates a new one
D39b core     A change that another site makes the browser request is refused
D39c core     A new password ends every other session
D40  core     An invitation is accepted once, by the invited address alone
D41  core     No answer reveals whether an address has an account
D42  core     Every change writes an audit entry with actor, action and time
D42b core     No audit entry contains a secret
D43  core     No list reads more than 1,000 buffers at a million deliveries
D45  core     A list that is shown receives its changes
D52  core     Retention deletes old finished records, and keeps records that are pending, counted or refundable
D53  core     A new master key replaces the old one without downtime, and the old one can be removed afterwards
D53b core     A bot whose secret is made from the master key is registered with the new secret, and its updates are accepted throughout
D54  core     A message of 10,000 values is accepted, one of more is refused
D54b core     A variable and all variables together are refused past their number of characters
D54c core     An email's text that grows too long when it is filled in is refused
D55  core     A lost lease counts as an attempt, and the first is repeated at once
D55b core     From the second loss on the next attempts of the messages are spread over 30 seconds
D56  core     A person found by a weaker identifier is skipped when a stronger one contradicts a stored value
D56b core     A WhatsApp message by phone goes to the recipient with that phone
D56c core     An import refuses a contradicting row with the person, the field and the line, and match_by selects the identifiers that find recipients
D56d core     The management API answers 409 with each address that another person has, and with that person
D57  core     Null in an optional field of a send request equals leaving it out, and the API document states it
D57b core     Null and absent fields are the same body under an idempotency key
D57c core     Null inside vars is 422 and inside a payload is forwarded; null in a required field is 422
D58  core     Base64 with line breaks and without padding is accepted
D58b core     A data URL instead of base64 is 422 with a message that names the cause
D60  core     RFC 3339, the ISO 8601 basic format and 24:00 are accepted, and without an offset the time is UTC
D60b core     The management API reads the same date-times, and a refusal lists the accepted forms
D61  core     A message that is read without being delivered becomes delivered first: in history, events and figures
D62  core     The locale of a send request replaces a default locale, and no other
D62b core     A file, the portal and the management API set a locale permanently
D63  events   A test event has an id prefixed test_ and test true in its body, in both envelopes
D63b events   The other ids of a test event keep their types, and its dates are the current time
D65  core     A management token has a name, a scope and an optional expiry, and its text is shown once
D65b core     A token's scope is enforced by every route: read like a viewer, manage like an owner
D65c core     A revoked or expired management token gets 401 invalid_token
D65d core     A token creates no token that outlives it
D65e core     The last use of a management token is kept to the minute
D65f core     A token from before 0.2.0 is an operator token without expiry
D65g core     A new token can replace all other tokens
D66  core     An API key has an optional name, scopes and an optional expiry, and its id is listed
D66b core     A missing scope is 403 forbidden, and the answer names the scope; it counts as a request
D66c core     An expired API key is 403 expired_api_key and counts nothing
D66d core     An expired key, or a key that may not send, signs no callback
D66e core     The last use of a key is kept to the minute
D64  core     The remedy of a failed message states what to do now and promises no attempt; that of a pending one states when the next attempt is
D67  core     A stored secret is never sent to a destination that changed after it was entered
D67b core     The audit log keeps the hosts of a connection before and after a change
D69  core     Every limit is in the API document and in docs/limits.md with field, unit and the result above it
D95  core     After a failure of a whole connection, the next connection takes the message in the same attempt
D95b core     A round through all connections counts as one of the four attempts
D95c core     Messages skip a connection after five failures in a row, and one message every 30 seconds tests it
D95d core     After an ambiguous attempt, only the same connection repeats the message
D95e core     No message is lost when a provider fails, and only messages with an ambiguous attempt are repeated
D96  core     With duplicates never, a message with an unknown outcome fails, is refunded and is not repeated
D96b core     With duplicates allow, another connection repeats a message with an unknown outcome
D125 portal The timeline of a delivery names the member or token that rescheduled, cancelled or resent it, and links a resend both ways
D126 portal The request of a delivery is rebuilt from the stored message, and masked for viewers
D127 portal The preview of a delivery shows the message as it is sent, with links that lead nowhere
D128 events An attempt at an endpoint shows the headers that were sent, with masks for viewers
D129 portal The page of a connection counts its pending messages and its latest outcomes, and states how many messages it searched
D161 core     A message that was not sent within expires_after fails as expired and is refunded
D162 core     A message over its limit is neither sent nor charged, and the answer describes the newest message that counts
D162b core    Simultaneous requests are accepted exactly as often as the limit permits
D163 core     A dry run describes what the request would do, and stores nothing
D174 core     A message on a channel that the recipient declines for its category is refused
D174b core    An inferred channel is one that the recipient accepts, and a dry run names the declined channels
D175 core     A message whose recipient declined its category after the acceptance is not sent
D176 core     The preference page saves its form without scripts, in the language of the recipient
D176b core    One click on an unsubscribe link declines only the category of the message
D189 core     A recipient who unsubscribed from everything receives only essential templates, on every channel
D190 core     The undo on the preference page restores exactly the state before its change
D191 core     A text of any channel can contain a link to the preferences of its recipient
D177 core     A template sets the category, and a category that a template uses cannot be removed
D163b core    A dry run is refused with the same response as the send request
D163c core    The management API describes the same result as the send route, with the message as its channel shows it
D195 core     Dry runs of API keys and of the portal do not wait for each other
D196 core     A dry run has the verdict of the send request on equal state
D197 core     A dry run shows the address, the condition and the time of each step
D178 core     Messages with the same digest key are sent as one delivery, which is charged once
D179 core     Each message is in exactly one digest, also when processes join and close a digest at the same time
D180 core     A field that a digest cannot have is refused with its reason
D181 core     A dry run states whether the message would open a digest or join one
D182 core     Until the upgrade from 0.1.0 is finished, a message with a digest is refused with 409
D183 core     A digest that causes an error, or a workspace with many digests, holds up no other digest
D184 core     A message joins a full digest if other messages are joining it at the same moment
D170 core     A template's sending defaults apply to its messages, and the value of a request wins
D171 core     Quiet hours end at the first minute outside in every time zone, also when the clock changes
D172 core     A message accepted during quiet hours waits for their end, and its age limit moves with it
D172b core    Quiet hours of a whole day and unknown time zones are refused
D193 events   A message that quiet hours defer emits message.deferred once for each deferral
D193b events  A message that was not sent in time emits message.expired
D194 core     A member sends a message that waits for quiet hours, and its timeline shows by whom
D164 core     A message with a fallback is accepted with all its steps, and describes the step that starts first
D164b core    A step starts at its time after the step before was sent, and is charged then
D165 core     One button press ends a fallback and uses up the buttons of all its steps
D166 core     A receipt or press that was committed before the start of a step prevents the step
D167 core     A fallback continues after a crash between two statements, and starts no step twice
D168 core     A member stops a fallback, or starts its next step at once
D169 core     A message is repeated on its channel until it has reached the requested status
D186 core     The fallback of a template applies to requests that do not choose how their message is sent
D187 core     A repeat waits for its time also after a message that failed for good
D188 core     A step that always fails does not keep other steps from starting
D144 portal   The sign-in of an account with a second factor needs a code, and each code works once
D145 portal   A recovery code replaces the code once, and an operator can remove a second factor
D146 portal   A session that a process of 0.1.0 opens without the second factor ends at once
D147 portal   The provider opens an account only through a link or a verified address of an allowed domain
D148 portal   The answer of the provider works once, in the browser that started the sign-in, and does not replace the second factor
D149 portal   While the provider is down, operators can sign in with their passwords
D134  core     A message with a Liquid template is admitted in two sets, counts once and keeps its idempotency key
D134b core     A Liquid template that loops, grows or computes without end affects only its own messages
D135  core     A message without a value that its Liquid template uses is 422 and names the variable
D136  core     A message with data needs a template with Liquid
D136b core     Viewers see a mask in place of the sensitive paths of data
D137  core     An email with scripts, frames or external files is refused with its line
D137b core     The HTML of MJML loads no font
D138  core     A layout has its content once and only the known placeholders
D139  core     PUT publishes a template, and its draft stays
`,
)
