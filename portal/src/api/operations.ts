// Made from the routes by `npm run generate`: what each operation of the management API takes and answers.

export type Usage = { workspace_id: number; period: string; total_sent: number; total_failed: number; by_channel: Record<string, { sent: number; failed: number }>; quota: { limit: number | null; used: number; remaining: number | null }; plan_slug: string; plan_name: string; messages: { limit: number | null; used: number; remaining: number | null; percentage: number }; whatsapp: { used: number; limit: number | null }; period_start: string; period_end: string }

export type Health = { status: "healthy" | "degraded"; worker: "active" | "stale"; worker_last_activity: string | null; queue_depth: number; last_hour: { sent: number; delivered: number; failed: number }; timestamp: string }

export type Workspace = { id: number; name: string; plan: string; quota: number | null; whatsapp_limit: number | null; default_locale: string; brand: Record<string, unknown>; notice_email: string | null; created_at: string }

export type WorkspaceDetail = { id: number; name: string; plan: string; quota: number | null; whatsapp_limit: number | null; default_locale: string; brand: Record<string, unknown>; notice_email: string | null; created_at: string; usage: Usage; credits: number }

export type CreditEntry = { id: number; kind: "purchase" | "overage" | "refund"; amount: number; balance: number; delivery_id: number | null; note: string | null; at: string }

export type Template = { id: number; slug: string; name: string; essential: boolean; locales: Record<string, unknown>; version: number; created_at: string; updated_at: string; updated_by: string | null }

export type TemplateVersion = { id: number; version: number; name: string; by: string | null; at: string; current: boolean }

export type TemplateVersionContent = { id: number; version: number; name: string; by: string | null; at: string; current: boolean; essential: boolean; locales: Record<string, unknown> }

export type Preview = { channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; locale: string; subject: string | null; body: string; own?: Record<string, unknown>; missing: Array<string>; variables: Array<string>; problems: Array<{ field: string; message: string }>; message: Record<string, unknown> }

export type StoredRecipient = { id: number; mode: "live" | "test"; name: string; email: string | null; whatsapp_phone: string | null; telegram_chat_id: string | null; messenger_psid: string | null; slack_channel: string | null; push: Array<{ kind: "web" | "fcm"; endpoint?: string; keys?: { p256dh: string; auth: string }; expirationTime?: number | null; vapid_key?: string; token?: string; platform?: "android" | "ios" | "web"; registered_at?: string }>; locale: string; tags: Array<string>; metadata: Record<string, unknown>; preferred_channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null; unusable: Record<string, unknown>; created_at: string; updated_at: string }

export type OptOut = { id: number; mode: "live" | "test"; address: string; delivery_id: number | null; at: string }

export type Delivery = { id: number; status: "queued" | "sending" | "sent" | "delivered" | "read" | "failed"; mode: "live" | "test"; source_id: number; recipient_id: number; recipient_name: string; address: string; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; template_slug: string; priority: "low" | "normal" | "high"; external_id: string | null; error_message: string | null; reason: string | null; created_at: string; scheduled_for: string | null }

export type DeliveryTimeline = { id: number; status: "queued" | "sending" | "sent" | "delivered" | "read" | "failed"; mode: "live" | "test"; source_id: number; recipient_id: number; recipient_name: string; address: string; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; template_slug: string; priority: "low" | "normal" | "high"; external_id: string | null; error_message: string | null; reason: string | null; created_at: string; scheduled_for: string | null; content: Record<string, unknown>; next_at: string | null; paid_by: string | null; credits: number; refunded: boolean; attempts: Array<{ attempt: number; started_at: string; ended_at: string; outcome: string; provider_status: string | null; code: string | null; reason: string | null; remedy: string | null; response: string | null }>; receipts: Array<{ status: "delivered" | "read" | "failed"; at: string; code: string | null; reason: string | null; remedy: string | null; price: string | null; applied: boolean }>; history: Array<{ status: string; at: string }>; actions: Array<TimelineAction>; events: Array<{ id: number; subscription_id: number; url: string; event: string; status: "waiting" | "sending" | "received" | "failed" | "held"; attempts_made: number; created_at: string; ended_at: string | null }>; callbacks: Array<TimelineCallback> }

export type TestMessage = { id: number; delivery_id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; status: "queued" | "sending" | "sent" | "delivered" | "read" | "failed"; address: string; recipient: { id: number; name: string }; template_slug: string; message: Record<string, unknown>; at: string }

export type Session = { actor: { kind: "member" | "token"; id: number; operator: boolean; name?: string; email?: string; session_id?: number; hint?: string }; workspaces: Array<{ id: number; name: string; plan: string; role: "owner" | "admin" | "viewer"; created_at: string }>; installation: { name: string; version: string; public_url: string; base_path: string; mail: boolean; plans: Array<{ slug: string; name: string; quota: number | null; channels: number | null }>; default_plan: string; credit_costs: Record<string, number>; prefixes: { api_live: string; api_test: string; trigger: string } } }

export type Account = { id: number; name: string; email: string; operator: boolean; created_at: string }

export type AccountWithWorkspaces = { id: number; name: string; email: string; operator: boolean; created_at: string; last_seen_at: string | null; workspaces: Array<{ id: number; name: string; role: "owner" | "admin" | "viewer" }> }

export type MemberSession = { id: number; device: string; address: string; created_at: string; last_seen_at: string; expires_at: string; current: boolean }

export type Member = { id: number; name: string; email: string; operator: boolean; role: "owner" | "admin" | "viewer"; joined_at: string; last_seen_at: string | null }

export type MemberInvitation = { id: number; email: string; role: "owner" | "admin" | "viewer"; invited_by: string; created_at: string; expires_at: string; state: "open" | "expired" }

export type NewMemberInvitation = { id: number; email: string; role: "owner" | "admin" | "viewer"; invited_by: string; created_at: string; expires_at: string; state: "open" | "expired"; link: string; mailed: boolean }

export type OpenInvitation = { workspace: { id: number; name: string }; email: string; role: "owner" | "admin" | "viewer"; invited_by: string; expires_at: string; has_account: boolean }

export type AuditLine = { id: number; at: string; workspace_id: number | null; actor: { kind: "member" | "token" | "link" | "command"; id: number | null; name: string }; address: string | null; action: string; says: string; object: { kind: string; id: string | null; name: string | null } | null; before: Record<string, unknown> | null; change: Record<string, unknown> | null; outcome: "done" | "unknown" }

export type Overview = { usage: Usage; credits: number; channels: Array<{ channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; sent: number; delivered: number; failed: number }>; last_hour: Array<{ at: string; sent: number; delivered: number; failed: number }>; days: Array<{ day: string; sent: number; delivered: number; failed: number }>; waiting: { paused_connections: Array<{ source_id: number; source_name: string; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; reason: string | null }>; disabled_subscriptions: number }; health: Health }

export type GettingStarted = { steps: Array<{ id: "send_test_message" | "connect_channel" | "send_live_message" | "receive_events"; done: boolean; at: string | null; delivery_id: number | null }>; source_id: number | null; test_key: string | null; template: { slug: string; variables: Array<string> } | null }

export type Source = { id: number; name: string; rate_limit: number; confirm_click: boolean; confirm_click_recommended: boolean; created_at: string }

export type SourceKey = { id: number; mode: "live" | "test"; hint: string; created_at: string; revoked_at: string | null }

export type NewKey = { id: number; mode: "live" | "test"; key: string; url?: string }

export type Connection = { id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; settings: Record<string, unknown>; paused: boolean; paused_until: string | null; pause_reason: string | null; created_at: string; updated_at: string; inbound_url: string | null }

export type ConnectionKept = { id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; settings: Record<string, unknown>; paused: boolean; paused_until: string | null; pause_reason: string | null; created_at: string; updated_at: string; inbound_url: string | null; found: Array<string>; problems: Record<string, Array<string>> }

export type ConnectionCheck = { ok: boolean; checked: Array<string>; found: Array<string>; problems: Record<string, Array<string>>; paused: boolean; pause_reason: string | null }

export type ChannelDescription = { name: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; title: string; help: string; address_field: string; replies: boolean; settings: Record<string, unknown> }

export type Conversation = { id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; source_id: number | null; recipient: { id: number; name: string }; last_message_at: string; last_message: string | null; created_at: string }

export type ConversationDetail = { id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; source_id: number | null; recipient: { id: number; name: string }; last_message_at: string; last_message: string | null; created_at: string; messages: Array<{ direction: "in" | "out"; id: number; at: string; body: string | null; media: Array<Record<string, unknown>>; delivery_id: number | null; status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed"; template_slug?: string }>; next_cursor: string | null }

export type InboundRequest = { id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; source_id: number; status: "waiting" | "done" | "unreadable" | "set_aside"; received_at: string; attempts_made: number; next_at: string | null; problem: string | null }

export type InboundRequestDetail = { id: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; source_id: number; status: "waiting" | "done" | "unreadable" | "set_aside"; received_at: string; attempts_made: number; next_at: string | null; problem: string | null; body: string }

export type Invitation = { url: string; expires_at: string }

export type Subscription = { id: number; url: string; events: Array<"delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered">; status: "active" | "disabled"; disabled_at: string | null; disabled_reason: string | null; failures: number; failing_since: string | null; previous_secret_until: string | null; created_at: string; updated_at: string }

export type NewSubscription = { id: number; url: string; events: Array<"delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered">; status: "active" | "disabled"; disabled_at: string | null; disabled_reason: string | null; failures: number; failing_since: string | null; previous_secret_until: string | null; created_at: string; updated_at: string; secret: string }

export type RotatedSecret = { id: number; secret: string; previous_secret_until: string | null }

export type SubscriptionEvent = { id: number; event: "delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"; event_id: string; dispatch_id: string; delivery_id: number | null; mode: "live" | "test"; test: boolean; replay_of: number | null; status: "waiting" | "sending" | "received" | "failed" | "held"; attempts_made: number; next_at: string | null; created_at: string; ended_at: string | null }

export type SubscriptionEventDetail = { id: number; event: "delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"; event_id: string; dispatch_id: string; delivery_id: number | null; mode: "live" | "test"; test: boolean; replay_of: number | null; status: "waiting" | "sending" | "received" | "failed" | "held"; attempts_made: number; next_at: string | null; created_at: string; ended_at: string | null; body: Record<string, unknown>; attempts: Array<{ id: number; event_entry: number; event: string; attempt: number; started_at: string; event_id: string; dispatch_id: string; received: boolean; status: number | null; latency_ms: number; reason: string | null; excerpt: string | null }> }

export type EventAttempt = { id: number; event_entry: number; event: string; attempt: number; started_at: string; event_id: string; dispatch_id: string; received: boolean; status: number | null; latency_ms: number; reason: string | null; excerpt: string | null }

export type TestEventResult = { event: "delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"; event_id: string; dispatch_id: string; received: boolean; status: number | null; latency_ms: number; reason: string | null; excerpt: string | null }

export type Notice = { id: number; kind: "subscription_disabled"; recipients: Array<string>; subject: string; body: string; at: string; mail: "waiting" | "sent" | "kept" | "failed"; problem: string | null }

export type Listener = { id: number; events: Array<"delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered">; secret: string; created_at: string }

export type HeardEvent = { id: number; event: "delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"; event_id: string; subject: string; mode: "live" | "test"; created_at: string; headers: Record<string, string>; body: string }

export type Callback = { id: number; delivery_id: number; action: string; mode: "live" | "test"; url: string; status: "waiting" | "sending" | "received" | "failed"; attempts_made: number; next_at: string | null; dispatch_id: string; replay_of: number | null; created_at: string; ended_at: string | null }

export type CallbackDetail = { id: number; delivery_id: number; action: string; mode: "live" | "test"; url: string; status: "waiting" | "sending" | "received" | "failed"; attempts_made: number; next_at: string | null; dispatch_id: string; replay_of: number | null; created_at: string; ended_at: string | null; body: Record<string, unknown>; attempts: Array<{ attempt: number; started_at: string; latency_ms: number; received: boolean; status: number | null; reason: string | null; excerpt: string | null }> }

export type TimelineCallback = { id: number; delivery_id: number; action: string; mode: "live" | "test"; url: string; status: "waiting" | "sending" | "received" | "failed"; attempts_made: number; next_at: string | null; dispatch_id: string; replay_of: number | null; created_at: string; ended_at: string | null; attempts: Array<{ attempt: number; started_at: string; latency_ms: number; received: boolean; status: number | null; reason: string | null; excerpt: string | null }> }

export type TimelineAction = { slug: string; label: string; expires_at: string; used_at: string | null; used_by: string | null; used_via: "link" | "tap" | null }

export type Import = { id: number; name: string | null; mode: "live" | "test"; dry_run: boolean; state: "receiving" | "waiting" | "applying" | "done" | "cancelled" | "failed"; columns: Array<string>; bytes: number; rows: number; done: number; created: number; updated: number; unchanged: number; refused: number; problem: string | null; created_at: string; started_at: string | null; ended_at: string | null }

export type RefusedRow = { line: number; problems: Record<string, Array<string>>; cells: Record<string, string> }

export type Automation = { id: number; name: string; trigger: { type: "contact.created" | "contact.tagged" | "message.received"; tag?: string; keyword?: string }; source: number; template: string; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null; vars: Record<string, string>; enabled: boolean; created_at: string; updated_at: string }

export type AutomationDetail = { id: number; name: string; trigger: { type: "contact.created" | "contact.tagged" | "message.received"; tag?: string; keyword?: string }; source: number; template: string; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null; vars: Record<string, string>; enabled: boolean; created_at: string; updated_at: string; runs: { waiting: number; sent: number; refused: number } }

export type AutomationRun = { id: number; contact: { id: number; name: string | null }; mode: "live" | "test"; trigger: Record<string, unknown>; state: "waiting" | "sent" | "refused"; delivery_id: number | null; code: string | null; reason: string | null; at: string; ended_at: string | null }

export interface Operations {
  health: { input: Record<never, never>; answer: Health }
  readSetup: { input: Record<never, never>; answer: { needed: boolean } }
  setUp: { input: { body: { token: string; name: string; email: string; password: string } }; answer: Session }
  signIn: { input: { body: { email: string; password: string } }; answer: Session }
  signOut: { input: Record<never, never>; answer: undefined }
  readSession: { input: Record<never, never>; answer: Session }
  forgotPassword: { input: { body: { email: string } }; answer: { mail: boolean; message: string } }
  resetPassword: { input: { body: { token: string; password: string } }; answer: Session }
  changeAccount: { input: { body: { name: string } }; answer: Account }
  changePassword: { input: { body: { current_password: string; new_password: string } }; answer: Session }
  listSessions: { input: Record<never, never>; answer: { data: Array<MemberSession>; next_cursor: string | null } }
  endSession: { input: { path: { id: number } }; answer: undefined }
  endOtherSessions: { input: Record<never, never>; answer: undefined }
  listInvitations: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<MemberInvitation>; next_cursor: string | null } }
  invite: { input: { path: { ws: number }; body: { email: string; role: "owner" | "admin" | "viewer" } }; answer: NewMemberInvitation }
  revokeInvitation: { input: { path: { ws: number; id: number } }; answer: undefined }
  readInvitation: { input: { body: { token: string } }; answer: OpenInvitation }
  acceptInvitation: { input: { body: { token: string; name?: string; password?: string } }; answer: Session }
  listMembers: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Member>; next_cursor: string | null } }
  changeMember: { input: { path: { ws: number; id: number }; body: { role: "owner" | "admin" | "viewer" } }; answer: Member }
  removeMember: { input: { path: { ws: number; id: number } }; answer: undefined }
  leaveWorkspace: { input: { path: { ws: number } }; answer: undefined }
  listAccounts: { input: { query?: { cursor?: string; limit?: number; q?: string } }; answer: { data: Array<AccountWithWorkspaces>; next_cursor: string | null } }
  changeAccountRights: { input: { path: { id: number }; body: { operator: boolean } }; answer: Account }
  removeAccount: { input: { path: { id: number } }; answer: undefined }
  createPasswordLink: { input: { path: { id: number } }; answer: { link: string; expires_at: string } }
  readAuditLog: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; member?: number; action?: string; object?: string; since?: string; until?: string } }; answer: { data: Array<AuditLine>; next_cursor: string | null; searched_to: string | null } }
  readWholeAuditLog: { input: { query?: { cursor?: string; limit?: number; member?: number; action?: string; object?: string; since?: string; until?: string; workspace?: number } }; answer: { data: Array<AuditLine>; next_cursor: string | null; searched_to: string | null } }
  readOverview: { input: { path: { ws: number } }; answer: Overview }
  readGettingStarted: { input: { path: { ws: number } }; answer: GettingStarted }
  previewBrand: { input: { path: { ws: number }; query?: { page?: "confirm" | "taken"; label?: string; locale?: string; name?: string; color?: string; logo_url?: string } }; answer: string }
  listWorkspaces: { input: { query?: { cursor?: string; limit?: number } }; answer: { data: Array<Workspace>; next_cursor: string | null } }
  createWorkspace: { input: { body: { name: string; plan?: "free" | "pro" | "agency" | "unlimited"; quota?: number | null; whatsapp_limit?: number | null; default_locale?: string; notice_email?: string | null; brand?: { name?: string | null; color?: string | null; logo_url?: string | null } } }; answer: Workspace }
  readWorkspace: { input: { path: { ws: number } }; answer: WorkspaceDetail }
  changeWorkspace: { input: { path: { ws: number }; body: { name?: string; plan?: "free" | "pro" | "agency" | "unlimited"; quota?: number | null; whatsapp_limit?: number | null; default_locale?: string; notice_email?: string | null; brand?: { name?: string | null; color?: string | null; logo_url?: string | null } } }; answer: Workspace }
  readLedger: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<CreditEntry>; next_cursor: string | null; balance: number } }
  giveCredits: { input: { path: { ws: number }; body: { amount: number; note?: string } }; answer: CreditEntry }
  listSources: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Source>; next_cursor: string | null } }
  createSource: { input: { path: { ws: number }; body: { name: string; rate_limit?: number; confirm_click?: boolean } }; answer: Source }
  readSource: { input: { path: { ws: number; source: number } }; answer: Source }
  changeSource: { input: { path: { ws: number; source: number }; body: { name?: string; rate_limit?: number; confirm_click?: boolean } }; answer: Source }
  removeSource: { input: { path: { ws: number; source: number } }; answer: undefined }
  listApiKeys: { input: { path: { ws: number; source: number } }; answer: { data: Array<SourceKey>; next_cursor: string | null } }
  createApiKey: { input: { path: { ws: number; source: number }; body: { mode: "live" | "test" } }; answer: NewKey }
  revokeApiKey: { input: { path: { ws: number; source: number; key: number } }; answer: undefined }
  listTriggerKeys: { input: { path: { ws: number; source: number } }; answer: { data: Array<SourceKey>; next_cursor: string | null } }
  createTriggerKey: { input: { path: { ws: number; source: number }; body: { mode?: "live" | "test" } }; answer: NewKey }
  revokeTriggerKey: { input: { path: { ws: number; source: number; key: number } }; answer: undefined }
  listChannels: { input: Record<never, never>; answer: { data: Array<ChannelDescription>; next_cursor: string | null } }
  listConnections: { input: { path: { ws: number; source: number } }; answer: { data: Array<Connection>; next_cursor: string | null } }
  readConnection: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" } }; answer: Connection }
  connect: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" }; body: { settings: Record<string, unknown> } }; answer: ConnectionKept }
  disconnect: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" } }; answer: undefined }
  checkConnection: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" } }; answer: ConnectionCheck }
  resumeConnection: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" } }; answer: undefined }
  listApprovedTemplates: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" }; query?: { cursor?: string; limit?: number; q?: string } }; answer: { data: Array<{ name: string; language: string; status: string; usable: boolean; refusal: string | null; category: string | null; body: string; header: string | null; variables: Array<string>; buttons: Array<string> }>; next_cursor: string | null; read_at: string | null; problem: string | null } }
  syncApprovedTemplates: { input: { path: { ws: number; source: number; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" } }; answer: { templates: number; usable: number; read_at: string } }
  listTemplates: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Template>; next_cursor: string | null } }
  createTemplate: { input: { path: { ws: number }; body: { slug: string; name: string; essential?: boolean; locales: Record<string, { subject?: string; body: string; channels?: { email?: { subject?: string; body?: string; markdown?: boolean | string }; whatsapp?: { subject?: string; body?: string }; telegram?: { subject?: string; body?: string }; push?: { subject?: string; body?: string }; discord?: { subject?: string; body?: string }; slack?: { subject?: string; body?: string }; messenger?: { subject?: string; body?: string } } }> } }; answer: Template }
  readTemplate: { input: { path: { ws: number; slug: string } }; answer: Template }
  replaceTemplate: { input: { path: { ws: number; slug: string }; body: { slug?: string; name: string; essential?: boolean; locales: Record<string, { subject?: string; body: string; channels?: { email?: { subject?: string; body?: string; markdown?: boolean | string }; whatsapp?: { subject?: string; body?: string }; telegram?: { subject?: string; body?: string }; push?: { subject?: string; body?: string }; discord?: { subject?: string; body?: string }; slack?: { subject?: string; body?: string }; messenger?: { subject?: string; body?: string } } }>; version?: number } }; answer: Template }
  removeTemplate: { input: { path: { ws: number; slug: string } }; answer: undefined }
  previewTemplate: { input: { path: { ws: number; slug: string }; body: { channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; locale?: string; vars?: Record<string, string>; actions?: Array<{ slug: string; label: string }> } }; answer: Preview }
  previewDraft: { input: { path: { ws: number }; body: { template: { name: string; locales: Record<string, { subject?: string; body: string; channels?: { email?: { subject?: string; body?: string; markdown?: boolean | string }; whatsapp?: { subject?: string; body?: string }; telegram?: { subject?: string; body?: string }; push?: { subject?: string; body?: string }; discord?: { subject?: string; body?: string }; slack?: { subject?: string; body?: string }; messenger?: { subject?: string; body?: string } } }> }; channel: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; locale?: string; vars?: Record<string, string>; actions?: Array<{ slug: string; label: string }> } }; answer: Preview }
  listTemplateVersions: { input: { path: { ws: number; slug: string }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<TemplateVersion>; next_cursor: string | null } }
  readTemplateVersion: { input: { path: { ws: number; slug: string; version: number } }; answer: TemplateVersionContent }
  restoreTemplateVersion: { input: { path: { ws: number; slug: string; version: number }; body: { version?: number } }; answer: Template }
  sendTestTemplate: { input: { path: { ws: number; slug: string }; body: { source?: number; mode?: "live" | "test"; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; locale?: string; vars?: Record<string, string>; recipient?: Record<string, unknown>; actions?: Array<Record<string, unknown>> } }; answer: { delivery_id: number } }
  listRecipients: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; mode?: "live" | "test"; q?: string; tag?: string } }; answer: { data: Array<StoredRecipient>; next_cursor: string | null; searched_to: string | null } }
  createRecipient: { input: { path: { ws: number }; body: { name: string; mode?: "live" | "test"; email?: string | null; whatsapp_phone?: string | null; telegram_chat_id?: string | null; messenger_psid?: string | null; slack_channel?: string | null; push?: Array<{ kind: "web" | "fcm"; endpoint?: string; keys?: { p256dh: string; auth: string }; expirationTime?: number | null; vapid_key?: string; token?: string; platform?: "android" | "ios" | "web"; registered_at?: string }>; locale?: string; tags?: Array<string>; metadata?: Record<string, unknown>; preferred_channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null } }; answer: StoredRecipient }
  readRecipient: { input: { path: { ws: number; id: number } }; answer: StoredRecipient }
  changeRecipient: { input: { path: { ws: number; id: number }; body: { name?: string; email?: string | null; whatsapp_phone?: string | null; telegram_chat_id?: string | null; messenger_psid?: string | null; slack_channel?: string | null; push?: Array<{ kind: "web" | "fcm"; endpoint?: string; keys?: { p256dh: string; auth: string }; expirationTime?: number | null; vapid_key?: string; token?: string; platform?: "android" | "ios" | "web"; registered_at?: string }>; locale?: string; tags?: Array<string>; metadata?: Record<string, unknown>; preferred_channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null } }; answer: StoredRecipient }
  removeRecipient: { input: { path: { ws: number; id: number } }; answer: undefined }
  telegramLink: { input: { path: { ws: number; id: number }; body: { source?: number } }; answer: Invitation }
  importRecipients: { input: { path: { ws: number }; query?: { mode?: "live" | "test"; dry_run?: boolean; name?: string }; body: string | Blob }; answer: Import }
  listImports: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Import>; next_cursor: string | null } }
  readImport: { input: { path: { ws: number; id: number } }; answer: Import }
  cancelImport: { input: { path: { ws: number; id: number } }; answer: Import }
  listRefusedRows: { input: { path: { ws: number; id: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<RefusedRow>; next_cursor: string | null } }
  downloadRefusedRows: { input: { path: { ws: number; id: number } }; answer: unknown }
  exportRecipients: { input: { path: { ws: number }; query?: { mode?: "live" | "test"; tag?: string } }; answer: unknown }
  listAutomations: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Automation>; next_cursor: string | null } }
  createAutomation: { input: { path: { ws: number }; body: { name: string; trigger: { type: "contact.created" | "contact.tagged" | "message.received"; tag?: string; keyword?: string }; source: number; template: string; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null; vars?: Record<string, string>; enabled?: boolean } }; answer: Automation }
  readAutomation: { input: { path: { ws: number; id: number } }; answer: AutomationDetail }
  changeAutomation: { input: { path: { ws: number; id: number }; body: { name?: string; trigger?: { type: "contact.created" | "contact.tagged" | "message.received"; tag?: string; keyword?: string }; source?: number; template?: string; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" | null; vars?: Record<string, string>; enabled?: boolean } }; answer: Automation }
  removeAutomation: { input: { path: { ws: number; id: number } }; answer: undefined }
  listAutomationRuns: { input: { path: { ws: number; id: number }; query?: { cursor?: string; limit?: number; state?: "waiting" | "sent" | "refused" } }; answer: { data: Array<AutomationRun>; next_cursor: string | null } }
  listConversations: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; recipient?: number } }; answer: { data: Array<Conversation>; next_cursor: string | null } }
  readConversation: { input: { path: { ws: number; id: number }; query?: { cursor?: string; limit?: number } }; answer: ConversationDetail }
  listInboundRequests: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; status?: "waiting" | "done" | "unreadable" | "set_aside"; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger" } }; answer: { data: Array<InboundRequest>; next_cursor: string | null } }
  readInboundRequest: { input: { path: { ws: number; id: number } }; answer: InboundRequestDetail }
  applyInboundRequest: { input: { path: { ws: number; id: number } }; answer: InboundRequestDetail }
  listOptOuts: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; mode?: "live" | "test"; q?: string } }; answer: { data: Array<OptOut>; next_cursor: string | null } }
  addOptOut: { input: { path: { ws: number }; body: { address: string; mode?: "live" | "test" } }; answer: OptOut }
  liftOptOut: { input: { path: { ws: number; id: number } }; answer: undefined }
  listDeliveries: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; mode?: "live" | "test"; status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed"; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; recipient?: number; source?: number; template?: string; since?: string; until?: string; q?: string } }; answer: { data: Array<Delivery>; next_cursor: string | null; searched_to: string | null } }
  readTimeline: { input: { path: { ws: number; id: number } }; answer: DeliveryTimeline }
  moveDelivery: { input: { path: { ws: number; id: number }; body: { scheduled_for: string } }; answer: DeliveryTimeline }
  cancelDelivery: { input: { path: { ws: number; id: number } }; answer: DeliveryTimeline }
  resendDelivery: { input: { path: { ws: number; id: number } }; answer: { delivery_id: number } }
  listTestInbox: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<TestMessage>; next_cursor: string | null; notices: Array<Notice> } }
  readTestMessage: { input: { path: { ws: number; id: number } }; answer: TestMessage }
  watchDeliveries: { input: { path: { ws: number }; query?: { mode?: "live" | "test"; status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed"; channel?: "email" | "whatsapp" | "telegram" | "push" | "discord" | "slack" | "messenger"; recipient?: number; source?: number; template?: string; since?: string; until?: string; q?: string; watch?: string; wait?: number } }; answer: { data: Array<Delivery> } }
  listSubscriptions: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Subscription>; next_cursor: string | null } }
  subscribe: { input: { path: { ws: number }; body: { url: string; events: Array<"delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"> } }; answer: NewSubscription }
  readSubscription: { input: { path: { ws: number; id: number } }; answer: Subscription }
  changeSubscription: { input: { path: { ws: number; id: number }; body: { url?: string; events?: Array<"delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"> } }; answer: Subscription }
  unsubscribe: { input: { path: { ws: number; id: number } }; answer: undefined }
  rotateSecret: { input: { path: { ws: number; id: number }; body: { immediately?: boolean } | null }; answer: RotatedSecret }
  disableSubscription: { input: { path: { ws: number; id: number } }; answer: Subscription }
  reactivateSubscription: { input: { path: { ws: number; id: number } }; answer: Subscription }
  listSubscriptionEvents: { input: { path: { ws: number; id: number }; query?: { cursor?: string; limit?: number; status?: "waiting" | "sending" | "received" | "failed" | "held"; event?: "delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered"; delivery?: number } }; answer: { data: Array<SubscriptionEvent>; next_cursor: string | null; searched_to: string | null } }
  readSubscriptionEvent: { input: { path: { ws: number; id: number; entry: number } }; answer: SubscriptionEventDetail }
  listAttempts: { input: { path: { ws: number; id: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<EventAttempt>; next_cursor: string | null } }
  replayEvents: { input: { path: { ws: number; id: number }; body: { event_id?: string; since?: string; until?: string; failed?: boolean } }; answer: { replayed: number } }
  sendTestEvent: { input: { path: { ws: number; id: number }; body: { event?: "delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered" } | null }; answer: TestEventResult }
  startListener: { input: { path: { ws: number }; body: { events?: Array<"delivery.queued" | "delivery.sent" | "delivery.delivered" | "delivery.read" | "delivery.failed" | "delivery.action_taken" | "message.sent" | "message.received" | "delivery.status" | "contact.created" | "contact.updated" | "automation.triggered">; secret?: string } | null }; answer: Listener }
  hear: { input: { path: { ws: number; id: number }; body: { done?: Array<number>; wait?: number; limit?: number } | null }; answer: { data: Array<HeardEvent> } }
  endListener: { input: { path: { ws: number; id: number } }; answer: undefined }
  listNotices: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number } }; answer: { data: Array<Notice>; next_cursor: string | null } }
  listCallbacks: { input: { path: { ws: number }; query?: { cursor?: string; limit?: number; mode?: "live" | "test"; status?: "waiting" | "sending" | "received" | "failed"; delivery?: number } }; answer: { data: Array<Callback>; next_cursor: string | null; searched_to: string | null } }
  readCallback: { input: { path: { ws: number; id: number } }; answer: CallbackDetail }
  replayCallback: { input: { path: { ws: number; id: number } }; answer: CallbackDetail }
}

/** Method, path and the kind of body of each. */
export const operations = {
  health: ['GET', '/health', 'application/json'],
  readSetup: ['GET', '/v1/manage/setup', 'application/json'],
  setUp: ['POST', '/v1/manage/setup', 'application/json'],
  signIn: ['POST', '/v1/manage/login', 'application/json'],
  signOut: ['POST', '/v1/manage/logout', 'application/json'],
  readSession: ['GET', '/v1/manage/session', 'application/json'],
  forgotPassword: ['POST', '/v1/manage/password/forgotten', 'application/json'],
  resetPassword: ['POST', '/v1/manage/password/reset', 'application/json'],
  changeAccount: ['PATCH', '/v1/manage/account', 'application/json'],
  changePassword: ['POST', '/v1/manage/account/password', 'application/json'],
  listSessions: ['GET', '/v1/manage/account/sessions', 'application/json'],
  endSession: ['DELETE', '/v1/manage/account/sessions/{id}', 'application/json'],
  endOtherSessions: ['POST', '/v1/manage/account/sessions/revoke-others', 'application/json'],
  listInvitations: ['GET', '/v1/manage/workspaces/{ws}/invitations', 'application/json'],
  invite: ['POST', '/v1/manage/workspaces/{ws}/invitations', 'application/json'],
  revokeInvitation: ['DELETE', '/v1/manage/workspaces/{ws}/invitations/{id}', 'application/json'],
  readInvitation: ['POST', '/v1/manage/invitation/read', 'application/json'],
  acceptInvitation: ['POST', '/v1/manage/invitation/accept', 'application/json'],
  listMembers: ['GET', '/v1/manage/workspaces/{ws}/members', 'application/json'],
  changeMember: ['PATCH', '/v1/manage/workspaces/{ws}/members/{id}', 'application/json'],
  removeMember: ['DELETE', '/v1/manage/workspaces/{ws}/members/{id}', 'application/json'],
  leaveWorkspace: ['POST', '/v1/manage/workspaces/{ws}/leave', 'application/json'],
  listAccounts: ['GET', '/v1/manage/members', 'application/json'],
  changeAccountRights: ['PATCH', '/v1/manage/members/{id}', 'application/json'],
  removeAccount: ['DELETE', '/v1/manage/members/{id}', 'application/json'],
  createPasswordLink: ['POST', '/v1/manage/members/{id}/password-link', 'application/json'],
  readAuditLog: ['GET', '/v1/manage/workspaces/{ws}/audit-log', 'application/json'],
  readWholeAuditLog: ['GET', '/v1/manage/audit-log', 'application/json'],
  readOverview: ['GET', '/v1/manage/workspaces/{ws}/overview', 'application/json'],
  readGettingStarted: ['GET', '/v1/manage/workspaces/{ws}/getting-started', 'application/json'],
  previewBrand: ['GET', '/v1/manage/workspaces/{ws}/brand/preview', 'application/json'],
  listWorkspaces: ['GET', '/v1/manage/workspaces', 'application/json'],
  createWorkspace: ['POST', '/v1/manage/workspaces', 'application/json'],
  readWorkspace: ['GET', '/v1/manage/workspaces/{ws}', 'application/json'],
  changeWorkspace: ['PATCH', '/v1/manage/workspaces/{ws}', 'application/json'],
  readLedger: ['GET', '/v1/manage/workspaces/{ws}/credits', 'application/json'],
  giveCredits: ['POST', '/v1/manage/workspaces/{ws}/credits', 'application/json'],
  listSources: ['GET', '/v1/manage/workspaces/{ws}/sources', 'application/json'],
  createSource: ['POST', '/v1/manage/workspaces/{ws}/sources', 'application/json'],
  readSource: ['GET', '/v1/manage/workspaces/{ws}/sources/{source}', 'application/json'],
  changeSource: ['PATCH', '/v1/manage/workspaces/{ws}/sources/{source}', 'application/json'],
  removeSource: ['DELETE', '/v1/manage/workspaces/{ws}/sources/{source}', 'application/json'],
  listApiKeys: ['GET', '/v1/manage/workspaces/{ws}/sources/{source}/api-keys', 'application/json'],
  createApiKey: ['POST', '/v1/manage/workspaces/{ws}/sources/{source}/api-keys', 'application/json'],
  revokeApiKey: ['DELETE', '/v1/manage/workspaces/{ws}/sources/{source}/api-keys/{key}', 'application/json'],
  listTriggerKeys: ['GET', '/v1/manage/workspaces/{ws}/sources/{source}/trigger-keys', 'application/json'],
  createTriggerKey: ['POST', '/v1/manage/workspaces/{ws}/sources/{source}/trigger-keys', 'application/json'],
  revokeTriggerKey: ['DELETE', '/v1/manage/workspaces/{ws}/sources/{source}/trigger-keys/{key}', 'application/json'],
  listChannels: ['GET', '/v1/manage/channels', 'application/json'],
  listConnections: ['GET', '/v1/manage/workspaces/{ws}/sources/{source}/connections', 'application/json'],
  readConnection: ['GET', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}', 'application/json'],
  connect: ['PUT', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}', 'application/json'],
  disconnect: ['DELETE', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}', 'application/json'],
  checkConnection: ['POST', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}/check', 'application/json'],
  resumeConnection: ['POST', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}/resume', 'application/json'],
  listApprovedTemplates: ['GET', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates', 'application/json'],
  syncApprovedTemplates: ['POST', '/v1/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates/sync', 'application/json'],
  listTemplates: ['GET', '/v1/manage/workspaces/{ws}/templates', 'application/json'],
  createTemplate: ['POST', '/v1/manage/workspaces/{ws}/templates', 'application/json'],
  readTemplate: ['GET', '/v1/manage/workspaces/{ws}/templates/{slug}', 'application/json'],
  replaceTemplate: ['PUT', '/v1/manage/workspaces/{ws}/templates/{slug}', 'application/json'],
  removeTemplate: ['DELETE', '/v1/manage/workspaces/{ws}/templates/{slug}', 'application/json'],
  previewTemplate: ['POST', '/v1/manage/workspaces/{ws}/templates/{slug}/preview', 'application/json'],
  previewDraft: ['POST', '/v1/manage/workspaces/{ws}/template-preview', 'application/json'],
  listTemplateVersions: ['GET', '/v1/manage/workspaces/{ws}/templates/{slug}/versions', 'application/json'],
  readTemplateVersion: ['GET', '/v1/manage/workspaces/{ws}/templates/{slug}/versions/{version}', 'application/json'],
  restoreTemplateVersion: ['POST', '/v1/manage/workspaces/{ws}/templates/{slug}/versions/{version}/restore', 'application/json'],
  sendTestTemplate: ['POST', '/v1/manage/workspaces/{ws}/templates/{slug}/test-send', 'application/json'],
  listRecipients: ['GET', '/v1/manage/workspaces/{ws}/recipients', 'application/json'],
  createRecipient: ['POST', '/v1/manage/workspaces/{ws}/recipients', 'application/json'],
  readRecipient: ['GET', '/v1/manage/workspaces/{ws}/recipients/{id}', 'application/json'],
  changeRecipient: ['PATCH', '/v1/manage/workspaces/{ws}/recipients/{id}', 'application/json'],
  removeRecipient: ['DELETE', '/v1/manage/workspaces/{ws}/recipients/{id}', 'application/json'],
  telegramLink: ['POST', '/v1/manage/workspaces/{ws}/recipients/{id}/telegram-link', 'application/json'],
  importRecipients: ['POST', '/v1/manage/workspaces/{ws}/recipients/import', 'text/csv'],
  listImports: ['GET', '/v1/manage/workspaces/{ws}/recipients/imports', 'application/json'],
  readImport: ['GET', '/v1/manage/workspaces/{ws}/recipients/imports/{id}', 'application/json'],
  cancelImport: ['POST', '/v1/manage/workspaces/{ws}/recipients/imports/{id}/cancel', 'application/json'],
  listRefusedRows: ['GET', '/v1/manage/workspaces/{ws}/recipients/imports/{id}/refused', 'application/json'],
  downloadRefusedRows: ['GET', '/v1/manage/workspaces/{ws}/recipients/imports/{id}/refused.csv', 'application/json'],
  exportRecipients: ['GET', '/v1/manage/workspaces/{ws}/recipients/export', 'application/json'],
  listAutomations: ['GET', '/v1/manage/workspaces/{ws}/automations', 'application/json'],
  createAutomation: ['POST', '/v1/manage/workspaces/{ws}/automations', 'application/json'],
  readAutomation: ['GET', '/v1/manage/workspaces/{ws}/automations/{id}', 'application/json'],
  changeAutomation: ['PATCH', '/v1/manage/workspaces/{ws}/automations/{id}', 'application/json'],
  removeAutomation: ['DELETE', '/v1/manage/workspaces/{ws}/automations/{id}', 'application/json'],
  listAutomationRuns: ['GET', '/v1/manage/workspaces/{ws}/automations/{id}/runs', 'application/json'],
  listConversations: ['GET', '/v1/manage/workspaces/{ws}/conversations', 'application/json'],
  readConversation: ['GET', '/v1/manage/workspaces/{ws}/conversations/{id}', 'application/json'],
  listInboundRequests: ['GET', '/v1/manage/workspaces/{ws}/inbound-requests', 'application/json'],
  readInboundRequest: ['GET', '/v1/manage/workspaces/{ws}/inbound-requests/{id}', 'application/json'],
  applyInboundRequest: ['POST', '/v1/manage/workspaces/{ws}/inbound-requests/{id}/apply', 'application/json'],
  listOptOuts: ['GET', '/v1/manage/workspaces/{ws}/opt-outs', 'application/json'],
  addOptOut: ['POST', '/v1/manage/workspaces/{ws}/opt-outs', 'application/json'],
  liftOptOut: ['DELETE', '/v1/manage/workspaces/{ws}/opt-outs/{id}', 'application/json'],
  listDeliveries: ['GET', '/v1/manage/workspaces/{ws}/deliveries', 'application/json'],
  readTimeline: ['GET', '/v1/manage/workspaces/{ws}/deliveries/{id}', 'application/json'],
  moveDelivery: ['PATCH', '/v1/manage/workspaces/{ws}/deliveries/{id}', 'application/json'],
  cancelDelivery: ['POST', '/v1/manage/workspaces/{ws}/deliveries/{id}/cancel', 'application/json'],
  resendDelivery: ['POST', '/v1/manage/workspaces/{ws}/deliveries/{id}/resend', 'application/json'],
  listTestInbox: ['GET', '/v1/manage/workspaces/{ws}/test-inbox', 'application/json'],
  readTestMessage: ['GET', '/v1/manage/workspaces/{ws}/test-inbox/{id}', 'application/json'],
  watchDeliveries: ['GET', '/v1/manage/workspaces/{ws}/deliveries/changes', 'application/json'],
  listSubscriptions: ['GET', '/v1/manage/workspaces/{ws}/subscriptions', 'application/json'],
  subscribe: ['POST', '/v1/manage/workspaces/{ws}/subscriptions', 'application/json'],
  readSubscription: ['GET', '/v1/manage/workspaces/{ws}/subscriptions/{id}', 'application/json'],
  changeSubscription: ['PATCH', '/v1/manage/workspaces/{ws}/subscriptions/{id}', 'application/json'],
  unsubscribe: ['DELETE', '/v1/manage/workspaces/{ws}/subscriptions/{id}', 'application/json'],
  rotateSecret: ['POST', '/v1/manage/workspaces/{ws}/subscriptions/{id}/rotate-secret', 'application/json'],
  disableSubscription: ['POST', '/v1/manage/workspaces/{ws}/subscriptions/{id}/disable', 'application/json'],
  reactivateSubscription: ['POST', '/v1/manage/workspaces/{ws}/subscriptions/{id}/reactivate', 'application/json'],
  listSubscriptionEvents: ['GET', '/v1/manage/workspaces/{ws}/subscriptions/{id}/events', 'application/json'],
  readSubscriptionEvent: ['GET', '/v1/manage/workspaces/{ws}/subscriptions/{id}/events/{entry}', 'application/json'],
  listAttempts: ['GET', '/v1/manage/workspaces/{ws}/subscriptions/{id}/attempts', 'application/json'],
  replayEvents: ['POST', '/v1/manage/workspaces/{ws}/subscriptions/{id}/replay', 'application/json'],
  sendTestEvent: ['POST', '/v1/manage/workspaces/{ws}/subscriptions/{id}/test', 'application/json'],
  startListener: ['POST', '/v1/manage/workspaces/{ws}/listeners', 'application/json'],
  hear: ['POST', '/v1/manage/workspaces/{ws}/listeners/{id}/hear', 'application/json'],
  endListener: ['DELETE', '/v1/manage/workspaces/{ws}/listeners/{id}', 'application/json'],
  listNotices: ['GET', '/v1/manage/workspaces/{ws}/notices', 'application/json'],
  listCallbacks: ['GET', '/v1/manage/workspaces/{ws}/callbacks', 'application/json'],
  readCallback: ['GET', '/v1/manage/workspaces/{ws}/callbacks/{id}', 'application/json'],
  replayCallback: ['POST', '/v1/manage/workspaces/{ws}/callbacks/{id}/replay', 'application/json'],
} as const satisfies Record<keyof Operations, readonly [string, string, string]>
