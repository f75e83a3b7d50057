-- Rewrites the comments of tables and columns in simple words. A change of a comment locks the table only against other
-- schema changes and vacuum, so running processes are not delayed.

comment on column workspaces.quota is 'Messages per month; null: unlimited. Set from the plan unless a value is given.';
comment on column workspaces.version is 'Raised by every change of the data that admission caches: templates, connections, limits.';
comment on column workspaces.notice_email is 'An address that receives notices in addition to the owners.';
comment on column sources.rapid_takes_at is 'The last time two buttons of one message were pressed within seconds: a program seems to follow every link.';
comment on column keys.scopes is 'The permissions of an API key. A trigger key can only send, whatever its scopes are.';
comment on column keys.last_used_at is 'To the minute. Written by the statement that counts the request.';
comment on column management_tokens.last_used_at is 'To the minute.';

comment on column connections.paused_until is 'Workers skip the lane until this time; infinity: until a person ends the pause.';
comment on column connections.parked is 'Unused. Older versions marked lanes whose pending deliveries were out of the claim index.';
comment on column connections.pause_delivery_id is 'The delivery whose response known_pause_reason quotes; null: not known.';
comment on column provider_connections.id is 'From the sequence of connections.id. The first connection of a lane has the id of the lane.';
comment on column provider_connections.position is 'Ascending. The first connection is used.';
comment on column provider_connections.paused_until is 'Reserved for failover, like the other pause and breaker columns: skips one of several connections.';
comment on column attempts.connection_id is 'The id in provider_connections; null: the id of the lane, the sandbox, or several connections at once (push).';

comment on column templates.sensitive is 'Names of sensitive variables. Processes before 0.2.0 keep the value and do not mask.';
comment on column template_versions.sensitive is 'Null: saved before 0.2.0, or by an older process. Restoring such a version keeps the current marks of the template.';
comment on column template_versions.by_name is 'The name of the actor that saved the version; null: the service itself, or unknown.';
comment on table dropped_marks is 'Dropped marks still hide the variable in messages that were accepted until dropped_at.';
comment on column approved_lists.version is 'The version of the connection''s settings at the request. A list of other settings is ignored.';
comment on column approved_lists.problem is 'Why the last read failed. The stored templates stay.';
comment on column approved_templates.status is 'The status from the provider.';
comment on column approved_templates.refusal is 'Why no message can use the template; null: messages can.';
comment on column approved_templates.shape is 'The parts that a message fills: header, variables, buttons.';

comment on column recipients.unusable is 'channel -> {address, reason, at}: addresses that no longer exist, as their provider reported.';
comment on column recipients.locale_is_default is 'No request, file or member set the locale; a send request that sets one replaces it. False for rows from before 0.2.0, whose origin is unknown.';
comment on column opt_outs.address is 'The address, after its channel and a colon; email and WhatsApp have no such prefix. In lower case if the channel ignores case.';
comment on column opt_outs.delivery_id is 'The message whose link was used; null: a person entered the opt-out.';
comment on column imports.header is 'The cells of the file''s first line.';
comment on column imports.state is 'receiving: the upload is not complete. No row is applied before it is.';
comment on column imports.match_by is 'The column that finds the recipient of a row; all: every identifier, in order.';
comment on column imports.position is 'Rows up to this line are processed. Updated in the transaction that applies them.';
comment on column imports.attempt is 'The claim version: each claim raises it, and only the current claim can apply rows.';
comment on column imports.failures is 'Consecutive unexpected errors.';
comment on column imports.next_at is 'receiving: the deadline of the upload. Otherwise due from this time; a claim sets it to the end of its lease.';
comment on table import_rows is 'The rows of a file until they are applied. Refused rows stay for the report.';
comment on column import_rows.record is 'The cells of the row, unchanged.';
comment on column import_rows.problems is 'field -> errors; null: the row is to be applied.';
comment on table import_people is 'The recipients that the lines of a file matched. Written with each set, deleted when the import has ended.';

comment on column deliveries.lane is 'The id of the connection; for test keys the negated id of the workspace (the sandbox).';
comment on column deliveries.ready is 'Queued, due and not excluded: a worker can claim it.';
comment on column deliveries.attempt is 'The claim version: each claim raises it, and only the current claim can settle.';
comment on column deliveries.tries is 'Attempts that count, at most four. A throttled attempt does not count.';
comment on column deliveries.account is 'The account that was charged: the quota, the WhatsApp bundle or credits; null: test keys.';
comment on column deliveries.progress is 'Results of the finished steps of an unfinished send, so that a retry repeats none of them.';
comment on column deliveries.trace is 'The W3C traceparent of the send request; null without tracing.';
comment on column action_tokens.signed_expiry is 'The expiry that the MAC covers, for a delivery that was moved; null: expires_at.';
comment on column action_tokens.used_by is 'The name of the person who pressed the button, as the channel reports it.';
comment on column action_tokens.used_via is 'link, or tap for a press in the chat.';
comment on column usage_channels.cancelled is 'Included in failed. Processes before 0.2.0 do not count it.';
comment on table usage_days is 'Live messages by the day (UTC) of their result.';
comment on table workspace_activity is 'Results of live messages by workspace and minute. Each process has its own rows, so none waits for another.';

comment on column inbound_requests.repeat_key is 'SHA-256 of the value that identifies a repeat: the provider''s own id, or the bytes of the request.';
comment on column inbound_requests.next_at is 'waiting: due from this time. A claim sets it to the end of its lease.';
comment on column inbound_requests.attempt is 'The claim version: each claim raises it, and only the current claim can apply events.';
comment on column inbound_requests.applied is 'Positions of the inbound events that were applied. They are not applied again.';
comment on column inbound_requests.problem is 'Why the request was set aside, the last attempt failed, or parts could not be read.';
comment on column receipts.delivery_id is 'Null: the receipt arrived before the provider''s message id was stored. It is matched when the message is settled.';
comment on column receipts.applied is 'The receipt changed the status of the delivery. Late and repeated receipts do not.';
comment on table watermarks is 'The latest report that all messages to an address up to a moment were delivered or read.';
comment on table conversations is 'Conversations of live recipients. The sandbox has no replies.';
comment on column conversations.last_inbound_at is 'The recipient''s last message or button press, in the provider''s time. It opens the conversation window.';
comment on column messages.delivery_id is 'The delivery that the recipient replied to.';
comment on table pollers is 'Polled connections. One process at a time polls each.';
comment on column pollers.position is 'The position of the next poll, for the settings of this version.';

comment on column subscriptions.secret is 'The signing secret (whsec_…), sealed.';
comment on column subscriptions.previous_secret is 'The secret before a rotation. It signs beside the new one until previous_until.';
comment on column subscriptions.failures is 'Consecutive failed attempts.';
comment on column subscriptions.failing_since is 'The time of the first of these failures.';
comment on column outgoing.wire_id is 'X-Service-Delivery-Id and webhook-id: the same for every attempt, new for a replay.';
comment on column outgoing.lane is 'The receiver: the id of the subscription; for a callback a negative number from its workspace and origin.';
comment on column outgoing.source_id is 'Callbacks: the source whose API keys sign. key_id is the key of the send request.';
comment on column outgoing.subject is 'The subject, such as delivery/17. A receiver gets the rows of one subject in order.';
comment on column outgoing.event is 'The name of the event; for a callback the slug of the action.';
comment on column outgoing.status is 'held: recorded for a disabled subscription. Only a replay sends it.';
comment on column outgoing.attempt is 'The claim version: each claim raises it, and only the current claim can settle.';
comment on column outgoing.tries is 'Attempts that count, at most four.';
comment on column outgoing_attempts.status is 'The receiver''s HTTP status; null: no response.';
comment on column notices.mail is 'kept: without a mail server or a recipient, the notice is only in the test inbox and the management API.';

comment on column automations.match is 'The tag, or the keyword without case and punctuation. Empty for contact.created.';
comment on column automations.keyword is 'The keyword as it was entered.';
comment on column automation_runs.attempt is 'The claim version: each claim raises it, and only the current claim can end the run.';
comment on column automation_runs.next_at is 'waiting: due from this time. A claim sets it to the end of its lease.';
comment on column automation_runs.delivery_id is 'The delivery that the run sent; null: admission refused it, with code and reason.';

comment on column members.password is 'The argon2id hash, with its parameters and salt.';
comment on column members.operator is 'An operator has the rights of a management token for the whole installation.';
comment on column sessions.hash is 'SHA-256 of the token in the cookie. The token itself is not stored.';
comment on table invitations is 'Open invitations. Accepted and revoked ones are deleted, so a link works once.';
comment on column invitations.mail is 'The state of the email with the link; null: the link was shown to the inviter.';
comment on column sign_in_attempts.key is 'SHA-256 of the limited key: an account or the network of a client.';
comment on table letters is 'Emails to members that wait for the operator''s mail server. Deleted when sent or failed for good.';
comment on column letters.body is 'Sealed, because it contains a link that signs a person in.';
comment on column audit_log.workspace_id is 'Null: the line is about the installation or an account.';
comment on column audit_log.done is 'False before a change and true after it. If it stays false, the change may or may not have happened.';
comment on table limited_attempts is 'Attempts that count against a limit until the window ends: sign-ins, invitations, emails with password links.';
comment on column limited_attempts.key is 'HMAC of the limited key, such as an account and a network.';
comment on column limited_attempts.address is 'The address of the client, if the audit log reports failed sign-ins of a member.';
comment on column limited_attempts.logged is 'The part of the count that the audit log contains, in the line that audit_line names.';
comment on table sign_in_networks is 'Networks of recent sign-ins, at most 20 for each member.';
comment on column sign_in_networks.network is 'HMAC of the member and the network.';
comment on table password_requests is 'Requests for a password link by email. A maintenance job answers them within seconds, so the response takes equally long with and without an account.';
comment on column password_requests.key is 'HMAC of one of 131072 counters, so that strangers cannot add rows without a limit.';

comment on column installation.key_check is 'A known text sealed with the master key. It reveals a wrong MASTER_KEY at start.';
comment on column installation.finished_version is 'No process of an older version runs, and none may be started.';
comment on column installation.resealed_at is 'From this time every sealed value is bound to its row. A value that is not bound is refused.';
comment on table processes is 'Written by 0.2.0 and later. Rows are deleted when a process stops.';
