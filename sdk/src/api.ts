// Made from the service's API document by `npm run generate`: not to be edited.

/** The message is kept and will be sent. */
export type SendResponse = {
  status: 'queued' | 'sending' | 'sent' | 'delivered'
  delivery_id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  recipient: {
    id: number
    name: string
    address: string
  }
  template: string
  actions: Array<{
    slug: string
    url: string
  }>
  idempotency_key: string | null
  overage: {
    credits_deducted: number
    channel_cost: number
  } | null
}

/** The key was used within the hour: the first delivery, unchanged. */
export type ReplayResponse = {
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  delivery_id: number
  idempotency_key: string
  replayed: true
  /** The body differs from the first one under this key. */
  body_mismatch?: true
}

/** The calendar month's usage (UTC) of the key's workspace; null means unlimited. */
export type Usage = {
  workspace_id: number
  period: string
  total_sent: number
  total_failed: number
  by_channel: Record<string, {
    sent: number
    failed: number
  }>
  quota: {
    limit: number | null
    used: number
    remaining: number | null
  }
  plan_slug: string
  plan_name: string
  messages: {
    limit: number | null
    used: number
    remaining: number | null
    /** Of the limit, rounded down; 100 exactly where nothing remains, 0 without a limit. */
    percentage: number
  }
  whatsapp: {
    used: number
    limit: number | null
  }
  period_start: string
  period_end: string
}

/** How the installation does. */
export type Health = {
  status: 'healthy' | 'degraded'
  worker: 'active' | 'stale'
  worker_last_activity: string | null
  queue_depth: number
  last_hour: {
    sent: number
    delivered: number
    /** Without cancelled messages. */
    failed: number
  }
  timestamp: string
}

export type SendRequest = {
  /** The recipient is found by id or address, and created if no address is known. Set at least one of id, email, whatsapp_phone, telegram_chat_id. */
  recipient: {
    /** An existing recipient of the workspace. */
    id?: number | null
    /** The address by default. */
    name?: string | null
    email?: string | null
    /** E.164, with the leading plus. */
    whatsapp_phone?: string | null
    /** The chat the recipient started with the bot. */
    telegram_chat_id?: string | null
    /** Default `it`. */
    locale?: string | null
  }
  /** Template slug. */
  template: string
  /** Values for `{{name}}`, with at most 262144 characters in total. The keys "1", "2", … are WhatsApp's positional parameters. */
  vars?: Record<string, string> | null
  /** By default, the first channel that reaches the recipient. */
  channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
  priority?: 'low' | 'normal' | 'high' | null
  /** Replaces the template's subject. May contain placeholders. */
  subject?: string | null
  /** A request with the same key within an hour returns the same delivery. */
  idempotency_key?: string | null
  /** RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. A time in the past means now. At most a year ahead. */
  scheduled_for?: string | null
  actions?: Array<{
    /** The name of the action in the callback. */
    slug: string
    /** The text of the button; the slug by default. */
    label?: string | null
    /** Receives a signed POST when the recipient uses the action. */
    callback_url: string
    /** Forwarded unchanged to the callback; at most 16384 bytes of JSON in UTF-8. */
    payload?: Record<string, unknown> | null
  }> | null
  media?: {
    /** Public URL of the file. */
    url: string
    type?: 'image' | 'document' | 'video' | null
    /** Shown for documents. */
    filename?: string | null
    caption?: string | null
  } | null
  /** Email only. */
  attachments?: Array<{
    /** Shown to the recipient. */
    filename: string
    /** The file in base64, with or without line breaks and padding, but not as a data URL. Set either content or url. Decoded files may have at most 10 MB per message and 30 MB per request. */
    content?: string | null
    /** Public URL of the file. Set either url or content. */
    url?: string | null
    /** Derived from the filename by default. */
    mime_type?: string | null
  }> | null
}

export type Workspace = {
  id: number
  name: string
  plan: string
  /** Messages a month; null: unlimited. */
  quota: number | null
  /** WhatsApp messages a month; null: unlimited. */
  whatsapp_limit: number | null
  default_locale: string
  /** name, color and logo_url of pages and messages */
  brand: Record<string, unknown>
  /** Where notices go, beside the owners. */
  notice_email: string | null
  /** The caller's role in it. */
  role: 'owner' | 'admin' | 'viewer'
  created_at: string
}

export type WorkspaceDetail = {
  id: number
  name: string
  plan: string
  /** Messages a month; null: unlimited. */
  quota: number | null
  /** WhatsApp messages a month; null: unlimited. */
  whatsapp_limit: number | null
  default_locale: string
  /** name, color and logo_url of pages and messages */
  brand: Record<string, unknown>
  /** Where notices go, beside the owners. */
  notice_email: string | null
  /** The caller's role in it. */
  role: 'owner' | 'admin' | 'viewer'
  created_at: string
  usage: Usage
  credits: number
}

export type CreditEntry = {
  id: number
  kind: 'purchase' | 'overage' | 'refund'
  amount: number
  /** Credits left after it. */
  balance: number
  delivery_id: number | null
  note: string | null
  at: string
}

export type StoredRecipient = {
  id: number
  mode: 'live' | 'test'
  name: string
  email: string | null
  whatsapp_phone: string | null
  telegram_chat_id: string | null
  messenger_psid: string | null
  slack_channel: string | null
  push: Array<{
    /** A browser (Web Push) or an app (Firebase). */
    kind: 'web' | 'fcm'
    /** web: as subscribed. */
    endpoint?: string
    /** web: as subscribed. */
    keys?: {
      /** The browser's public key, 65 bytes in base64url. */
      p256dh: string
      /** Its secret, 16 bytes in base64url. */
      auth: string
    }
    /** web: taken and not kept, so that PushSubscription.toJSON() fits as it is. */
    expirationTime?: number | null
    /** web: the VAPID public key the browser subscribed with. */
    vapid_key?: string
    /** fcm: the registration token. */
    token?: string
    /** fcm: what the app runs on, for people. */
    platform?: 'android' | 'ios' | 'web'
    /** Now, when left out. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
    registered_at?: string
  }>
  locale: string
  /** No request, file or member named the locale; a send that names one replaces it. */
  locale_is_default: boolean
  tags: Array<string>
  /** Whatever the application keeps. */
  metadata: Record<string, unknown>
  preferred_channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
  /** Channel to an address that a provider called gone, with reason (viewers see a mask) and time. */
  unusable: Record<string, unknown>
  created_at: string
  updated_at: string
}

export type AddressDescription = {
  /** The recipient's field. */
  field: string
  /** The channel that reaches people there. */
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  label: {
    en: string
    it: string
  }
  example: string | null
  /** A list that registrations fill; everything else is one text. */
  list: boolean
  /** It identifies a person; a stronger identifier stands before a weaker one. */
  identifies: boolean
  /** A send request may name it. */
  in_requests: boolean
  /** People opt out of messages to it. */
  takes_opt_outs: boolean
}

export type OptOut = {
  id: number
  mode: 'live' | 'test'
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** All messages on the channel, or marketing templates only. Essential templates are always sent. */
  blocks: 'all' | 'advertising'
  address: string
  /** The message whose link was used; null: entered by a person, or reported by the provider. */
  delivery_id: number | null
  at: string
}

export type Delivery = {
  id: number
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  mode: 'live' | 'test'
  source_id: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  template_slug: string
  priority: 'low' | 'normal' | 'high'
  /** The provider's message id. */
  external_id: string | null
  /** Viewers see a mask where it repeats a sensitive value. */
  error_message: string | null
  /** Machine-readable reason of a failure. */
  reason: string | null
  created_at: string
  scheduled_for: string | null
}

export type DeliveryTimeline = {
  id: number
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  mode: 'live' | 'test'
  source_id: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  template_slug: string
  priority: 'low' | 'normal' | 'high'
  /** The provider's message id. */
  external_id: string | null
  /** Viewers see a mask where it repeats a sensitive value. */
  error_message: string | null
  /** Machine-readable reason of a failure. */
  reason: string | null
  created_at: string
  scheduled_for: string | null
  /** The message as it was rendered at accept. Viewers see a mask for sensitive variables, also inside the text, and for queries of callback URLs and payloads. */
  content: Record<string, unknown>
  /** When it is attempted next; null where it is due and its connection is paused until a person ends the pause. */
  next_at: string | null
  /** quota, whatsapp or credits. */
  paid_by: string | null
  credits: number
  refunded: boolean
  /** What to do now; null where nothing is wrong. */
  remedy: string | null
  attempts: Array<{
    attempt: number
    started_at: string
    ended_at: string
    outcome: string
    provider_status: string | null
    code: string | null
    reason: string | null
    /** The delivery's, at its last attempt; null at every other. */
    remedy: string | null
    response: string | null
  }>
  /** What the provider reported later, in the order it came. */
  receipts: Array<{
    status: 'delivered' | 'read' | 'failed'
    /** In the provider's time. */
    at: string
    code: string | null
    reason: string | null
    remedy: string | null
    /** The provider's price category. */
    price: string | null
    /** It moved the status; a late or repeated one does not. */
    applied: boolean
  }>
  history: Array<{
    status: string
    at: string
  }>
  actions: Array<TimelineAction>
  /** What subscriptions were told, in its order; kept for 7 days. */
  events: Array<{
    id: number
    subscription_id: number
    /** With a mask for its query and fragment. */
    url: string
    event: string
    status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
    attempts_made: number
    created_at: string
    ended_at: string | null
  }>
  callbacks: Array<TimelineCallback>
}

export type TestMessage = {
  id: number
  delivery_id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  address: string
  recipient: {
    id: number
    name: string
  }
  template_slug: string
  /** The message as the sandbox took it. Viewers see a mask for sensitive variables, and `#` for the addresses of buttons and of the link that unsubscribes; the fields `actions[].url` and `unsubscribe_url` are missing for them. */
  message: Record<string, unknown>
  at: string
}

export type Template = {
  id: number
  slug: string
  name: string
  essential: boolean
  /** Names of variables whose values viewers do not see. */
  sensitive: Array<string>
  /** Locale to subject, body and channels. */
  locales: Record<string, unknown>
  version: number
  created_at: string
  updated_at: string
  /** Who saved it; null: the service itself. */
  updated_by: string | null
}

export type TemplateVersion = {
  id: number
  version: number
  name: string
  /** Who saved it. */
  by: string | null
  at: string
  current: boolean
}

export type TemplateVersionContent = {
  id: number
  version: number
  name: string
  /** Who saved it. */
  by: string | null
  at: string
  current: boolean
  essential: boolean
  /** As in Template; null: saved before 0.2.0. A restore adds them to the names that the template has. */
  sensitive: Array<string> | null
  /** Locale to subject, body and channels. */
  locales: Record<string, unknown>
}

export type Preview = {
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  locale: string
  subject: string | null
  body: string
  /** The channel's own content. */
  own?: Record<string, unknown>
  /** Variables without a value. */
  missing: Array<string>
  /** Every variable that this channel and locale use. */
  variables: Array<string>
  /** What would not fit. */
  problems: Array<{
    field: string
    message: string
  }>
  /** The message as the channel shows it, as in the test inbox. */
  message: Record<string, unknown>
}

export type Session = {
  /** Who asks. */
  actor: {
    kind: 'member' | 'token'
    id: number
    /** Has the rights of an operator of the installation. */
    operator: boolean
    name?: string
    email?: string
    session_id?: number
    /** The last characters of a management token. */
    hint?: string
    /** read: what a viewer sees, in every workspace. manage: what an owner may do, in every workspace. operator: everything. */
    scope?: 'read' | 'manage' | 'operator'
    /** Of a management token; null: never. */
    expires_at?: string | null
  }
  /** At most 200; GET /v1/manage/workspaces pages through all. */
  workspaces: Array<{
    id: number
    name: string
    plan: string
    role: 'owner' | 'admin' | 'viewer'
    created_at: string
  }>
  /** What this installation is and offers. */
  installation: {
    name: string
    version: string
    public_url: string
    base_path: string
    /** Whether letters are mailed; else their links are shown to people. */
    mail: boolean
    plans: Array<{
      slug: string
      name: string
      quota: number | null
      channels: number | null
    }>
    default_plan: string
    credit_costs: Record<string, number>
    prefixes: {
      api_live: string
      api_test: string
      trigger: string
    }
  }
}

export type Account = {
  id: number
  name: string
  email: string
  operator: boolean
  created_at: string
}

export type AccountWithWorkspaces = {
  id: number
  name: string
  email: string
  operator: boolean
  created_at: string
  last_seen_at: string | null
  workspaces: Array<{
    id: number
    name: string
    role: 'owner' | 'admin' | 'viewer'
  }>
}

export type MemberSession = {
  id: number
  device: string
  address: string
  created_at: string
  last_seen_at: string
  expires_at: string
  /** The one that asks. */
  current: boolean
}

export type Member = {
  id: number
  name: string
  email: string
  operator: boolean
  role: 'owner' | 'admin' | 'viewer'
  joined_at: string
  last_seen_at: string | null
}

export type MemberInvitation = {
  id: number
  email: string
  role: 'owner' | 'admin' | 'viewer'
  invited_by: string
  created_at: string
  expires_at: string
  state: 'open' | 'expired'
  /** What became of the mail with the link. null: no mail is set up, the link was shown to the inviter. */
  mail: 'waiting' | 'sent' | 'failed' | null
}

export type NewMemberInvitation = {
  id: number
  email: string
  role: 'owner' | 'admin' | 'viewer'
  invited_by: string
  created_at: string
  expires_at: string
  state: 'open' | 'expired'
  /** What became of the mail with the link. null: no mail is set up, the link was shown to the inviter. */
  mail: 'waiting' | 'sent' | 'failed' | null
  /** Shown this once. null: it was mailed, so that accepting proves the address. */
  link: string | null
  /** The link is sent to the address alone. */
  mailed: boolean
}

export type OpenInvitation = {
  workspace: {
    id: number
    name: string
  }
  email: string
  role: 'owner' | 'admin' | 'viewer'
  invited_by: string
  expires_at: string
  /** The address has an account: its password is asked for, not a new one. */
  has_account: boolean
}

export type AuditLine = {
  id: number
  at: string
  workspace_id: number | null
  actor: {
    kind: 'member' | 'token' | 'link' | 'command' | 'anonymous'
    id: number | null
    name: string
  }
  address: string | null
  /** The route's operationId, or signInFailed. */
  action: string
  /** The same as a phrase. */
  says: string
  object: {
    kind: string
    id: string | null
    name: string | null
  } | null
  /** What the changed fields held. */
  before: Record<string, unknown> | null
  /** What was asked, without secrets. */
  change: Record<string, unknown> | null
  /** unknown: the service stopped or failed in between, so that it may have happened or not. */
  outcome: 'done' | 'unknown'
}

export type ManagementToken = {
  id: number
  name: string
  /** read: what a viewer sees, in every workspace. manage: what an owner may do, in every workspace. operator: everything. */
  scope: 'read' | 'manage' | 'operator'
  /** Its last characters. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** null: never. */
  expires_at: string | null
  /** To the minute; null: not used yet. */
  last_used_at: string | null
  revoked_at: string | null
  /** The token that makes this request. */
  current: boolean
}

export type NewManagementToken = {
  id: number
  name: string
  /** read: what a viewer sees, in every workspace. manage: what an owner may do, in every workspace. operator: everything. */
  scope: 'read' | 'manage' | 'operator'
  /** Its last characters. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** null: never. */
  expires_at: string | null
  /** To the minute; null: not used yet. */
  last_used_at: string | null
  revoked_at: string | null
  /** Shown this once. */
  token: string
}

export type Condition = {
  kind: 'worker_stale' | 'queue_deep' | 'messages_overdue' | 'connection_paused' | 'failure_rate' | 'attempts_failing' | 'quota_used_up' | 'quota_nearly_used' | 'credits_in_use' | 'endpoint_disabled' | 'replies_not_received' | 'template_refused'
  /** `error`: messages or events do not get through. `warning`: some do not, or may not soon. */
  severity: 'error' | 'warning'
  /** What is wrong. */
  message: string
  /** What to do. */
  remedy: string
  /** The page of the portal where it can be changed, below the address of the service. */
  link: string
  since: string | null
  /** When it ends by itself, where it does. */
  until: string | null
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
  source_id: number | null
  /** A source's name, an endpoint's address or a template's slug. */
  subject: string | null
  reason: string | null
  count: number | null
  /** What `count` is a part of. */
  total: number | null
}

export type Overview = {
  usage: Usage
  credits: number
  /** This month, live messages. Here and below, `failed` does not count cancelled messages. */
  channels: Array<{
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    sent: number
    delivered: number
    failed: number
  }>
  /** 60 minutes, oldest first. */
  last_hour: Array<{
    at: string
    sent: number
    delivered: number
    failed: number
  }>
  /** 30 days (UTC), oldest first. */
  days: Array<{
    day: string
    sent: number
    delivered: number
    failed: number
  }>
  /** Paused connections and disabled endpoints; `conditions` says more. */
  waiting: {
    paused_connections: Array<{
      source_id: number
      source_name: string
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      reason: string | null
    }>
    disabled_subscriptions: number
  }
  /** What is wrong in this workspace now, the most severe first; empty where there is none. */
  conditions: Array<Condition>
  health: Health
}

export type GettingStarted = {
  steps: Array<{
    id: 'send_test_message' | 'connect_channel' | 'send_live_message' | 'receive_events'
    done: boolean
    at: string | null
    delivery_id: number | null
    /** The newest of the live deliveries that failed, until one was sent; cancelled ones do not count. Null for other steps. */
    failed_delivery_id: number | null
  }>
  source_id: number | null
  /** A test key in full, for snippets; null for viewers. */
  test_key: string | null
  template: {
    slug: string
    variables: Array<string>
  } | null
  test: {
    /** What has to be made before the request can be sent. */
    missing: 'source' | 'template' | 'key' | null
    /** A send request that works as it stands. */
    request: Record<string, unknown> | null
  }
  live: {
    missing: 'connection' | 'key' | 'template' | null
    source_id: number | null
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
    /** The end of the source's newest live key. */
    key_hint: string | null
    /** How the recipient of the request has to be changed before it reaches a person. */
    hint: 'your_address' | 'shared_channel' | 'registered_recipient' | null
    /** A send request that works as it stands. */
    request: Record<string, unknown> | null
  }
}

export type Source = {
  id: number
  name: string
  rate_limit: number
  /** A button’s link asks before it takes. */
  confirm_click: boolean
  /** Two buttons of one message were taken within two seconds: something follows every link. */
  confirm_click_recommended: boolean
  created_at: string
  /** The rate limit of a new source. */
  default_rate_limit: number
  /** The first start made this source. Its rate limit was raised for trying out. */
  seeded: boolean
  /** The raised rate limit that the first start gave this source; null for others. */
  seeded_rate_limit: number | null
}

export type SourceKey = {
  /** Of an API key: what X-Service-Key-Id says on callbacks that it signed. */
  id: number
  mode: 'live' | 'test'
  name: string | null
  scopes: Array<'send' | 'read'>
  /** Its last characters. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** null: never. */
  expires_at: string | null
  /** To the minute; null: not used yet. */
  last_used_at: string | null
  revoked_at: string | null
}

export type NewKey = {
  /** Of an API key: what X-Service-Key-Id says on callbacks that it signed. */
  id: number
  mode: 'live' | 'test'
  name: string | null
  scopes: Array<'send' | 'read'>
  /** Its last characters. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** null: never. */
  expires_at: string | null
  /** To the minute; null: not used yet. */
  last_used_at: string | null
  revoked_at: string | null
  /** Shown this once. */
  key: string
  /** Of a trigger key: where to POST. */
  url?: string
}

export type Connection = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** Secrets are shown as dots; given back like that they stay as they are. */
  settings: Record<string, unknown>
  paused: boolean
  /** Null while paused: until somebody mends it. */
  paused_until: string | null
  /** Null while not paused, and for a pause that 0.1.0 began. */
  paused_since: string | null
  /** Viewers see a mask where it repeats the value of a sensitive variable. */
  pause_reason: string | null
  /** Rises with every change of the settings, and when another connection becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** Where the provider sends what happens; null: nothing comes back. */
  inbound_url: string | null
}

export type ConnectionKept = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** Secrets are shown as dots; given back like that they stay as they are. */
  settings: Record<string, unknown>
  paused: boolean
  /** Null while paused: until somebody mends it. */
  paused_until: string | null
  /** Null while not paused, and for a pause that 0.1.0 began. */
  paused_since: string | null
  /** Viewers see a mask where it repeats the value of a sensitive variable. */
  pause_reason: string | null
  /** Rises with every change of the settings, and when another connection becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** Where the provider sends what happens; null: nothing comes back. */
  inbound_url: string | null
  /** What the provider was told about replies, in words. */
  found: Array<string>
  /** Why it could not be told, by setting; the settings are kept all the same. */
  problems: Record<string, Array<string>>
}

export type ProviderConnection = {
  /** The address that its provider calls ends in it. 0 until the upgrade from 0.1.0 is finished and a worker has moved its settings. */
  id: number
  /** Such as smtp. */
  provider: string
  title: string
  /** From 1; the first is used, where providers serve side by side the first of each. */
  position: number
  /** Secrets are shown as dots; given back like that they stay as they are. */
  settings: Record<string, unknown>
  /** Rises with every change of the settings, and when it becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** Where the provider sends what happens; null: nothing comes back. */
  inbound_url: string | null
}

export type ProviderConnectionKept = {
  /** The address that its provider calls ends in it. 0 until the upgrade from 0.1.0 is finished and a worker has moved its settings. */
  id: number
  /** Such as smtp. */
  provider: string
  title: string
  /** From 1; the first is used, where providers serve side by side the first of each. */
  position: number
  /** Secrets are shown as dots; given back like that they stay as they are. */
  settings: Record<string, unknown>
  /** Rises with every change of the settings, and when it becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** Where the provider sends what happens; null: nothing comes back. */
  inbound_url: string | null
  /** What the provider was told about replies, in words. */
  found: Array<string>
  /** Why it could not be told, by setting; the settings are kept all the same. */
  problems: Record<string, Array<string>>
}

export type ConnectionCheck = {
  ok: boolean
  checked: Array<string>
  /** What was seen to work, in words. */
  found: Array<string>
  problems: Record<string, Array<string>>
  paused: boolean
  pause_reason: string | null
}

export type ChannelDescription = {
  name: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  title: string
  /** Where a person gets what the settings ask for. */
  help: string
  /** The field that holds the address. */
  address_field: string
  /** Something comes back: replies, taps or receipts. */
  replies: boolean
  /** What providers report after a message was sent. */
  receipts: Array<'delivered' | 'read'>
  /** How a message is made: html is a letter with Markdown and files, the others are texts with own content. */
  content: 'html' | 'text' | 'notification' | 'embeds' | 'blocks'
  /** What a message costs beyond the month's quota. */
  credits: number
  /** What an opt-out blocks; null: recipients cannot opt out. */
  opt_outs: 'all' | 'advertising' | null
  /** The provider approves templates. */
  approved_templates: boolean
  /** In the order in which they are offered; the first is meant where a request names none. */
  providers: Array<{
    /** Such as smtp. */
    name: string
    title: string
    help: string
    /** JSON Schema of the settings of a connection to this provider. */
    settings: Record<string, unknown>
  }>
  /** A source may have several connections to one provider of the channel. */
  several: boolean
  /** JSON Schema of the connection's settings; every property has a title, secret: true marks secrets, destination: true what decides where they are sent. */
  settings: Record<string, unknown>
}

export type Conversation = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** Whose connection it came over; null: that is gone. */
  source_id: number | null
  recipient: {
    id: number
    name: string
  }
  /** When the person was last heard of. */
  last_message_at: string
  /** What they wrote last; null: nothing yet, or no text. */
  last_message: string | null
  created_at: string
}

export type ConversationDetail = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** Whose connection it came over; null: that is gone. */
  source_id: number | null
  recipient: {
    id: number
    name: string
  }
  /** When the person was last heard of. */
  last_message_at: string
  /** What they wrote last; null: nothing yet, or no text. */
  last_message: string | null
  created_at: string
  /** Newest first. */
  messages: Array<{
    /** in: the person wrote; out: was sent. */
    direction: 'in' | 'out'
    /** Of the message, or of the delivery. */
    id: number
    at: string
    body: string | null
    media: Array<Record<string, unknown>>
    /** In: the delivery that was answered. Out: the delivery. */
    delivery_id: number | null
    /** Out only. */
    status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
    /** Out only. */
    template_slug?: string
  }>
  next_cursor: string | null
}

export type InboundRequest = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** Whose connection it came for. */
  source_id: number
  /** unreadable: applied but for parts that mean nothing here; set_aside: failed at every attempt. */
  status: 'waiting' | 'done' | 'unreadable' | 'set_aside'
  received_at: string
  attempts_made: number
  next_at: string | null
  /** What could not be read, or what the last attempt failed with. */
  problem: string | null
}

export type InboundRequestDetail = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  /** Whose connection it came for. */
  source_id: number
  /** unreadable: applied but for parts that mean nothing here; set_aside: failed at every attempt. */
  status: 'waiting' | 'done' | 'unreadable' | 'set_aside'
  received_at: string
  attempts_made: number
  next_at: string | null
  /** What could not be read, or what the last attempt failed with. */
  problem: string | null
  /** As the request named it; null for requests that 0.1.0 kept. */
  content_type: string | null
  /** As it came: JSON or a form. Viewers see a mask. */
  body: string
}

export type Invitation = {
  url: string
  expires_at: string
}

export type Subscription = {
  id: number
  /** Viewers see a mask for its query and fragment. */
  url: string
  events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
  status: 'active' | 'disabled'
  disabled_at: string | null
  disabled_reason: string | null
  /** Failed attempts in a row. */
  failures: number
  failing_since: string | null
  /** Until then the secret before the rotation signs too. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
}

export type NewSubscription = {
  id: number
  /** Viewers see a mask for its query and fragment. */
  url: string
  events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
  status: 'active' | 'disabled'
  disabled_at: string | null
  disabled_reason: string | null
  /** Failed attempts in a row. */
  failures: number
  failing_since: string | null
  /** Until then the secret before the rotation signs too. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
  /** whsec_ and base64. Shown this once. */
  secret: string
}

export type RotatedSecret = {
  id: number
  /** whsec_ and base64. Shown this once. */
  secret: string
  previous_secret_until: string | null
}

export type SubscriptionEvent = {
  id: number
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
  /** The same for every subscription and replay. */
  event_id: string
  /** X-Service-Delivery-Id and webhook-id: the same on every attempt. */
  dispatch_id: string
  delivery_id: number | null
  mode: 'live' | 'test'
  /** A test event. */
  test: boolean
  /** The entry that this one repeats. */
  replay_of: number | null
  /** failed: given up. held: recorded while the subscription was disabled. Both can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
  attempts_made: number
  next_at: string | null
  created_at: string
  ended_at: string | null
}

export type SubscriptionEventDetail = {
  id: number
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
  /** The same for every subscription and replay. */
  event_id: string
  /** X-Service-Delivery-Id and webhook-id: the same on every attempt. */
  dispatch_id: string
  delivery_id: number | null
  mode: 'live' | 'test'
  /** A test event. */
  test: boolean
  /** The entry that this one repeats. */
  replay_of: number | null
  /** failed: given up. held: recorded while the subscription was disabled. Both can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
  attempts_made: number
  next_at: string | null
  created_at: string
  ended_at: string | null
  /** As it is sent. Viewers see a mask for the values of payload, and for an error that repeats the value of a sensitive variable. */
  body: Record<string, unknown>
  attempts: Array<{
    id: number
    event_entry: number
    event: string
    attempt: number
    started_at: string
    event_id: string
    dispatch_id: string
    /** An answer of 2xx within 30 seconds. */
    received: boolean
    /** Of the answer; null when none came. */
    status: number | null
    latency_ms: number
    /** Why it does not count as received. */
    reason: string | null
    /** The beginning of the answer. Viewers see a mask. */
    excerpt: string | null
  }>
}

export type EventAttempt = {
  id: number
  event_entry: number
  event: string
  attempt: number
  started_at: string
  event_id: string
  dispatch_id: string
  /** An answer of 2xx within 30 seconds. */
  received: boolean
  /** Of the answer; null when none came. */
  status: number | null
  latency_ms: number
  /** Why it does not count as received. */
  reason: string | null
  /** The beginning of the answer. Viewers see a mask. */
  excerpt: string | null
}

export type TestEventResult = {
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
  event_id: string
  dispatch_id: string
  /** An answer of 2xx within 30 seconds. */
  received: boolean
  /** Of the answer; null when none came. */
  status: number | null
  latency_ms: number
  /** Why it does not count as received. */
  reason: string | null
  /** The beginning of the answer. Viewers see a mask. */
  excerpt: string | null
}

export type Notice = {
  id: number
  kind: 'subscription_disabled'
  recipients: Array<string>
  subject: string
  body: string
  at: string
  /** kept: nobody was written to, because SMTP_URL or the workspace's notice_email is not set. */
  mail: 'waiting' | 'sent' | 'kept' | 'failed'
  /** Why the mail was not taken. */
  problem: string | null
}

export type Listener = {
  id: number
  events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
  /** Signs what it hears. Shown this once. */
  secret: string
  created_at: string
}

export type HeardEvent = {
  /** To be reported as done. */
  id: number
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
  /** The same for every subscription and listener. */
  event_id: string
  /** What it is about: delivery/17, contact/5. */
  subject: string
  mode: 'live' | 'test'
  created_at: string
  /** As a receiver gets them, signed just now. */
  headers: Record<string, string>
  /** As a receiver gets it: these bytes are what is signed. */
  body: string
}

export type Callback = {
  id: number
  delivery_id: number
  /** The action's slug. */
  action: string
  mode: 'live' | 'test'
  /** Viewers see a mask for its query and fragment. */
  url: string
  /** failed: given up; it can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed'
  attempts_made: number
  next_at: string | null
  /** X-Service-Delivery-Id: the same on every attempt. */
  dispatch_id: string
  /** The callback that this one repeats. */
  replay_of: number | null
  created_at: string
  ended_at: string | null
}

export type CallbackDetail = {
  id: number
  delivery_id: number
  /** The action's slug. */
  action: string
  mode: 'live' | 'test'
  /** Viewers see a mask for its query and fragment. */
  url: string
  /** failed: given up; it can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed'
  attempts_made: number
  next_at: string | null
  /** X-Service-Delivery-Id: the same on every attempt. */
  dispatch_id: string
  /** The callback that this one repeats. */
  replay_of: number | null
  created_at: string
  ended_at: string | null
  /** As it is sent. Viewers see a mask for the values of payload. */
  body: Record<string, unknown>
  attempts: Array<{
    attempt: number
    started_at: string
    latency_ms: number
    /** An answer of 2xx within 30 seconds. */
    received: boolean
    /** Of the answer; null when none came. */
    status: number | null
    /** Why it does not count as received. */
    reason: string | null
    /** The beginning of the answer. Viewers see a mask. */
    excerpt: string | null
  }>
}

export type TimelineCallback = {
  id: number
  delivery_id: number
  /** The action's slug. */
  action: string
  mode: 'live' | 'test'
  /** Viewers see a mask for its query and fragment. */
  url: string
  /** failed: given up; it can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed'
  attempts_made: number
  next_at: string | null
  /** X-Service-Delivery-Id: the same on every attempt. */
  dispatch_id: string
  /** The callback that this one repeats. */
  replay_of: number | null
  created_at: string
  ended_at: string | null
  attempts: Array<{
    attempt: number
    started_at: string
    latency_ms: number
    /** An answer of 2xx within 30 seconds. */
    received: boolean
    /** Of the answer; null when none came. */
    status: number | null
    /** Why it does not count as received. */
    reason: string | null
    /** The beginning of the answer. Viewers see a mask. */
    excerpt: string | null
  }>
}

export type TimelineAction = {
  slug: string
  label: string
  expires_at: string
  used_at: string | null
  /** The name of whoever took it, as the channel tells it. */
  used_by: string | null
  used_via: 'link' | 'tap' | null
}

export type Import = {
  id: number
  name: string | null
  mode: 'live' | 'test'
  /** Counted as if it were applied; nobody is changed. */
  dry_run: boolean
  /** The column that finds the person of a row. all: id, then email, whatsapp_phone, telegram_chat_id, messenger_psid; a person whose stored stronger identifier differs is not meant, and the row is refused. With an address, the id column is ignored. */
  match_by: 'all' | 'id' | 'email' | 'whatsapp_phone' | 'telegram_chat_id' | 'messenger_psid'
  /** receiving: the file is still coming. waiting, applying: workers are at it. The others are ends. */
  state: 'receiving' | 'waiting' | 'applying' | 'done' | 'cancelled' | 'failed'
  /** The file's first line. */
  columns: Array<string>
  bytes: number
  /** In the file, so far as it came. */
  rows: number
  /** Rows that are dealt with: the sum of the four below. */
  done: number
  created: number
  updated: number
  unchanged: number
  refused: number
  /** Why it failed, or what it is being tried again for. */
  problem: string | null
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export type RefusedRow = {
  /** Of the file, from 1. */
  line: number
  /** What is wrong, by field; row: with the row as a whole. */
  problems: Record<string, Array<string>>
  /** As the file has them, by column. */
  cells: Record<string, string>
}

export type Installation = {
  /** Of the process that answers. */
  version: string
  /** The newest version whose upgrade was finished; null: none was finished yet. */
  finished_version: string | null
  /** Since when every stored secret is bound to its row; null: not yet. */
  secrets_bound_at: string | null
  /** Stored secrets in the form of 0.1.0 that no key of this process opens. They keep `secrets_bound_at` null. The first 1,000 secrets in that form are tried. Null: none was found. */
  unopened_secrets: {
    columns: Array<{
      table: string
      column: string
      count: number
      /** Ids of rows: the first ten. */
      ids: Array<number>
    }>
    remedy: string
  } | null
  /** Those that reported themselves in the last two minutes. Version 0.1.0 does not. */
  processes: Array<{
    id: string
    role: 'start' | 'api' | 'worker'
    version: string
    host: string
    started_at: string
    seen_at: string
  }>
  /** Traces of processes of an older version, in words: while there are any, an upgrade cannot be finished. */
  older: Array<string>
}

export type Automation = {
  id: number
  name: string
  trigger: {
    type: 'contact.created' | 'contact.tagged' | 'message.received'
    /** Of contact.tagged: which tag. */
    tag?: string
    /** Of message.received: the whole message, case and punctuation around it aside. */
    keyword?: string
  }
  source: number
  template: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
  /** For the template; {{name}}, {{email}} or a name of the metadata stands for what is known of the contact. At most 10000 of them, with 262144 characters together where a message is sent. */
  vars: Record<string, string>
  enabled: boolean
  created_at: string
  updated_at: string
}

export type AutomationDetail = {
  id: number
  name: string
  trigger: {
    type: 'contact.created' | 'contact.tagged' | 'message.received'
    /** Of contact.tagged: which tag. */
    tag?: string
    /** Of message.received: the whole message, case and punctuation around it aside. */
    keyword?: string
  }
  source: number
  template: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
  /** For the template; {{name}}, {{email}} or a name of the metadata stands for what is known of the contact. At most 10000 of them, with 262144 characters together where a message is sent. */
  vars: Record<string, string>
  enabled: boolean
  created_at: string
  updated_at: string
  runs: {
    waiting: number
    sent: number
    refused: number
  }
}

export type AutomationRun = {
  id: number
  contact: {
    id: number
    /** null: the contact was removed. */
    name: string | null
  }
  mode: 'live' | 'test'
  /** What set it off. */
  trigger: Record<string, unknown>
  /** sent: there is a delivery. refused: there is none, see code and reason. */
  state: 'waiting' | 'sent' | 'refused'
  delivery_id: number | null
  code: string | null
  reason: string | null
  at: string
  ended_at: string | null
}

/** The body of each event, by its name. */
export interface EventBodies {
  /** A message was queued. */
  'delivery.queued': {
    event: 'delivery.queued'
    timestamp: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** The provider took a message. */
  'delivery.sent': {
    event: 'delivery.sent'
    timestamp: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** A message reached its recipient. */
  'delivery.delivered': {
    event: 'delivery.delivered'
    timestamp: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** A message was read. */
  'delivery.read': {
    event: 'delivery.read'
    timestamp: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** A message failed for good. */
  'delivery.failed': {
    event: 'delivery.failed'
    timestamp: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** The recipient used a button. */
  'delivery.action_taken': {
    event: 'delivery.action_taken'
    timestamp: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
    action: {
      slug: string
      payload: Record<string, unknown>
    }
    actor: {
      name: string
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
    }
  }
  /** A message reached its channel. */
  'message.sent': {
    /** The same for every subscription and replay; a test event has one that begins with test_. */
    id: string
    type: 'message.sent'
    created_at: string
    workspace_id: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    data: {
      /** The delivery's id, as a text. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      /** The address it went to. */
      to: string
      template: string
      status: string
      sent_at: string
      recipient: {
        id: number
        name: string
        email: string | null
      }
    }
  }
  /** A recipient replied. */
  'message.received': {
    /** The same for every subscription and replay; a test event has one that begins with test_. */
    id: string
    type: 'message.received'
    created_at: string
    workspace_id: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    data: {
      /** The received message's id, as a text. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      from: string
      body: string
      media: Record<string, unknown> | null
      recipient: {
        id: number
        name: string
      }
      conversation_id: string
    }
  }
  /** A message is now queued, sent, delivered, read or failed. */
  'delivery.status': {
    /** The same for every subscription and replay; a test event has one that begins with test_. */
    id: string
    type: 'delivery.status'
    created_at: string
    workspace_id: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    data: {
      /** The delivery's id, as a text. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack or messenger. */
      channel: string
      status: string
      /** The last one told; null for queued. */
      previous_status: string | null
      timestamp: string
      /** Why it failed. */
      error: string | null
    }
  }
  /** There is a new contact. */
  'contact.created': {
    /** The same for every subscription and replay; a test event has one that begins with test_. */
    id: string
    type: 'contact.created'
    created_at: string
    workspace_id: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    data: {
      contact: {
        id: number
        name: string
        email: string | null
        whatsapp_phone: string | null
        telegram_chat_id: string | null
        messenger_psid: string | null
        slack_channel: string | null
        locale: string
        tags: Array<string>
        metadata: Record<string, unknown>
        preferred_channel: string | null
        created_at: string
        updated_at: string
      }
      /** By hand, from a CSV file, by a send, or by writing to us first. */
      origin: 'manual' | 'csv' | 'api' | 'onboarding'
    }
  }
  /** A contact's data changed. */
  'contact.updated': {
    /** The same for every subscription and replay; a test event has one that begins with test_. */
    id: string
    type: 'contact.updated'
    created_at: string
    workspace_id: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    data: {
      contact: {
        id: number
        name: string
        email: string | null
        whatsapp_phone: string | null
        telegram_chat_id: string | null
        messenger_psid: string | null
        slack_channel: string | null
        locale: string
        tags: Array<string>
        metadata: Record<string, unknown>
        preferred_channel: string | null
        created_at: string
        updated_at: string
      }
      /** Names of the contact's fields. */
      changed: Array<string>
    }
  }
  /** An automation fired for a contact. */
  'automation.triggered': {
    /** The same for every subscription and replay; a test event has one that begins with test_. */
    id: string
    type: 'automation.triggered'
    created_at: string
    workspace_id: string
    /** An example sent with the test button; absent from real events. */
    test?: true
    data: {
      automation: {
        id: string
        name: string
      }
      trigger: Record<string, unknown>
      contact: {
        id: number
        name: string
        email: string | null
      }
      /** Of what the automation sent; null when nothing was sent. */
      message_id: string | null
    }
  }
}

/** The body of the callback to an action's callback_url. */
export type CallbackBody = {
  delivery_id: number
  /** The action's slug. */
  action: string
  /** The same. */
  action_slug: string
  /** As the send gave it; empty without one. */
  payload: Record<string, unknown>
  recipient: {
    id: number
    name: string
  }
  actor: {
    /** Who pressed it, as the channel tells. */
    name: string
    channel: string
  }
  /** Of the click. */
  timestamp: string
}

/** What each operation takes, by where it stands, and what it answers. */
export interface Operations {
  /** Send one message */
  send: {
    body: SendRequest
    answer: ReplayResponse | SendResponse
  }
  /** Send 1 to 100 messages, each on its own */
  sendBatch: {
    body: {
      messages: Array<SendRequest>
    }
    answer: {
      /** Messages received. */
      total: number
      /** Accepted, replays included. */
      queued: number
      failed: number
      results: Array<{
        index: number
        status: string
        [name: string]: unknown
      }>
    }
  }
  /** Send one message; the address is the key */
  trigger: {
    path: {
      webhook_key: string
    }
    body: SendRequest
    answer: ReplayResponse | SendResponse
  }
  /** The month's usage of the key's workspace */
  usage: {
    answer: Usage
  }
  /** What became of a message */
  readDelivery: {
    path: {
      id: string
    }
    answer: {
      id: number
      status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      recipient_id: number
      channel: string
      template_slug: string
      external_id: string | null
      error_message: string | null
      created_at: string
      scheduled_for: string | null
      reason: string | null
      remedy: string | null
      history: Array<{
        status: string
        at: string
      }>
    }
  }
  /** Whether this installation has no owner yet */
  readSetup: {
    answer: {
      needed: boolean
    }
  }
  /** Create the owner of this installation, with the link that the start printed */
  setUp: {
    body: {
      token: string
      /** On one line. */
      name: string
      email: string
      password: string
      locale?: string
    }
    answer: Session
  }
  /** Sign in: a session in a cookie */
  signIn: {
    body: {
      email: string
      password: string
    }
    answer: Session
  }
  /** End the session of this browser */
  signOut: {
    answer: undefined
  }
  /** Who asks, and what they may enter */
  readSession: {
    answer: Session
  }
  /** Mail a link for a new password, if the address has an account */
  forgotPassword: {
    body: {
      email: string
    }
    answer: {
      mail: boolean
      message: string
    }
  }
  /** Choose a new password; every session ends */
  resetPassword: {
    body: {
      token: string
      password: string
    }
    answer: Session
  }
  /** Change one's own name */
  changeAccount: {
    body: {
      /** On one line. */
      name: string
    }
    answer: Account
  }
  /** Change one's own password; every other session ends */
  changePassword: {
    body: {
      current_password: string
      new_password: string
    }
    answer: Session
  }
  /** One's own sessions */
  listSessions: {
    answer: {
      data: Array<MemberSession>
      next_cursor: string | null
    }
  }
  /** End one of one's own sessions */
  endSession: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** End all of one's own sessions but this one */
  endOtherSessions: {
    answer: undefined
  }
  /** List invitations that nobody accepted yet, newest first */
  listInvitations: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<MemberInvitation>
      next_cursor: string | null
    }
  }
  /** Invite a person; the link is mailed, or shown this once where no mail is set up */
  invite: {
    path: {
      ws: number
    }
    body: {
      email: string
      role: 'owner' | 'admin' | 'viewer'
    }
    answer: NewMemberInvitation
  }
  /** Revoke an invitation */
  revokeInvitation: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** What the link invites to */
  readInvitation: {
    body: {
      token: string
    }
    answer: OpenInvitation
  }
  /** Join the workspace: signed in, with the password, or as a newcomer */
  acceptInvitation: {
    body: {
      token: string
      /** On one line. */
      name?: string
      password?: string
    }
    answer: Session
  }
  /** List the workspace's members */
  listMembers: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** Part of the name or address, in any case. */
      q?: string
    }
    answer: {
      data: Array<Member>
      next_cursor: string | null
    }
  }
  /** Change a member's role; a lower one ends the member's sessions */
  changeMember: {
    path: {
      ws: number
      id: number
    }
    body: {
      role: 'owner' | 'admin' | 'viewer'
    }
    answer: Member
  }
  /** Remove a member from the workspace and end their sessions; the account stays */
  removeMember: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Leave the workspace */
  leaveWorkspace: {
    path: {
      ws: number
    }
    answer: undefined
  }
  /** List every account of the installation, newest first */
  listAccounts: {
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      q?: string
    }
    answer: {
      data: Array<AccountWithWorkspaces>
      next_cursor: string | null
    }
  }
  /** Make a member an operator of the installation, or no longer one */
  changeAccountRights: {
    path: {
      id: number
    }
    body: {
      operator: boolean
    }
    answer: Account
  }
  /** Remove an account with its sessions and memberships */
  removeAccount: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** Make a link for a new password, to be handed over */
  createPasswordLink: {
    path: {
      id: number
    }
    answer: {
      link: string
      expires_at: string
    }
  }
  /** List the management tokens, without their text, newest first */
  listManagementTokens: {
    answer: {
      data: Array<ManagementToken>
      next_cursor: string | null
    }
  }
  /** Create a management token; its text is shown this once */
  createManagementToken: {
    body: {
      name: string
      /** read: what a viewer sees, in every workspace. manage: what an owner may do, in every workspace. operator: everything. */
      scope: 'read' | 'manage' | 'operator'
      /** In the future; null: it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: NewManagementToken
  }
  /** Revoke a management token for good */
  revokeManagementToken: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** Changes and exports of the workspace, newest first */
  readAuditLog: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      member?: number
      action?: string
      /** The object's kind, such as source. */
      object?: string
      /** Then or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Before then. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
    }
    answer: {
      data: Array<AuditLine>
      next_cursor: string | null
      /** How far back this page looked; null: there is nothing further. */
      searched_to: string | null
    }
  }
  /** Changes, exports and sign-ins of the installation, newest first */
  readWholeAuditLog: {
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      member?: number
      action?: string
      /** The object's kind, such as source. */
      object?: string
      /** Then or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Before then. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      workspace?: number
    }
    answer: {
      data: Array<AuditLine>
      next_cursor: string | null
      /** How far back this page looked; null: there is nothing further. */
      searched_to: string | null
    }
  }
  /** Usage, channels, the last hour and the last thirty days, health, and what is wrong */
  readOverview: {
    path: {
      ws: number
    }
    answer: Overview
  }
  /** The first steps, each checked off by what really happened */
  readGettingStarted: {
    path: {
      ws: number
    }
    answer: GettingStarted
  }
  /** The confirmation page under this brand, for a frame of this service */
  previewBrand: {
    path: {
      ws: number
    }
    query?: {
      page?: 'confirm' | 'taken'
      label?: string
      locale?: string
      name?: string
      color?: string
      logo_url?: string
    }
    answer: undefined
  }
  /** List the workspaces one may enter */
  listWorkspaces: {
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** Part of the name, in any case. */
      q?: string
    }
    answer: {
      data: Array<Workspace>
      next_cursor: string | null
    }
  }
  /** Create a workspace */
  createWorkspace: {
    body: {
      name: string
      plan?: 'free' | 'pro' | 'agency' | 'unlimited'
      quota?: number | null
      whatsapp_limit?: number | null
      default_locale?: string
      notice_email?: string | null
      brand?: {
        name?: string | null
        color?: string | null
        /** https:// and on the public internet, unless the operator set ALLOW_PRIVATE_NETWORK. */
        logo_url?: string | null
      }
    }
    answer: Workspace
  }
  /** A workspace, its usage this month and its credits */
  readWorkspace: {
    path: {
      ws: number
    }
    answer: WorkspaceDetail
  }
  /** Change a workspace; a new plan brings its limits unless others are given */
  changeWorkspace: {
    path: {
      ws: number
    }
    body: {
      name?: string
      plan?: 'free' | 'pro' | 'agency' | 'unlimited'
      quota?: number | null
      whatsapp_limit?: number | null
      default_locale?: string
      notice_email?: string | null
      brand?: {
        name?: string | null
        color?: string | null
        /** https:// and on the public internet, unless the operator set ALLOW_PRIVATE_NETWORK. */
        logo_url?: string | null
      }
    }
    answer: Workspace
  }
  /** The balance and the ledger of credits, newest first */
  readLedger: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<CreditEntry>
      next_cursor: string | null
      balance: number
    }
  }
  /** Add credits, or take some back with a negative amount */
  giveCredits: {
    path: {
      ws: number
    }
    body: {
      amount: number
      note?: string
    }
    answer: CreditEntry
  }
  /** List sources */
  listSources: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** Part of the name, in any case. */
      q?: string
    }
    answer: {
      data: Array<Source>
      next_cursor: string | null
    }
  }
  /** Create a source */
  createSource: {
    path: {
      ws: number
    }
    body: {
      name: string
      /** Requests an hour per key; default 100. */
      rate_limit?: number
      confirm_click?: boolean
    }
    answer: Source
  }
  /** A source */
  readSource: {
    path: {
      ws: number
      source: number
    }
    answer: Source
  }
  /** Change a source */
  changeSource: {
    path: {
      ws: number
      source: number
    }
    body: {
      name?: string
      /** Requests an hour per key; default 100. */
      rate_limit?: number
      confirm_click?: boolean
    }
    answer: Source
  }
  /** Remove a source with its keys and connections */
  removeSource: {
    path: {
      ws: number
      source: number
    }
    answer: undefined
  }
  /** Create an API key; its text is shown this once */
  createApiKey: {
    path: {
      ws: number
      source: number
    }
    body: {
      mode: 'live' | 'test'
      name?: string | null
      /** In the future; null: it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
      /** send: send messages and create push tokens. read: read usage and deliveries. Both when left out. Fixed at creation. */
      scopes?: Array<'send' | 'read'>
    }
    answer: NewKey
  }
  /** List API keys, without their text */
  listApiKeys: {
    path: {
      ws: number
      source: number
    }
    answer: {
      data: Array<SourceKey>
      next_cursor: string | null
    }
  }
  /** Create a trigger key; its text is shown this once */
  createTriggerKey: {
    path: {
      ws: number
      source: number
    }
    body: {
      mode?: 'live' | 'test'
      name?: string | null
      /** In the future; null: it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: NewKey
  }
  /** List trigger keys, without their text */
  listTriggerKeys: {
    path: {
      ws: number
      source: number
    }
    answer: {
      data: Array<SourceKey>
      next_cursor: string | null
    }
  }
  /** Change the name or the expiry of an API key */
  changeApiKey: {
    path: {
      ws: number
      source: number
      key: number
    }
    body: {
      name?: string | null
      /** In the future; null: it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: SourceKey
  }
  /** Revoke an API key for good */
  revokeApiKey: {
    path: {
      ws: number
      source: number
      key: number
    }
    answer: undefined
  }
  /** Change the name or the expiry of a trigger key */
  changeTriggerKey: {
    path: {
      ws: number
      source: number
      key: number
    }
    body: {
      name?: string | null
      /** In the future; null: it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: SourceKey
  }
  /** Revoke a trigger key for good */
  revokeTriggerKey: {
    path: {
      ws: number
      source: number
      key: number
    }
    answer: undefined
  }
  /** Every channel, and the settings of its connection */
  listChannels: {
    answer: {
      data: Array<ChannelDescription>
      next_cursor: string | null
    }
  }
  /** Every address that a recipient may have */
  listAddresses: {
    answer: {
      data: Array<AddressDescription>
      next_cursor: string | null
    }
  }
  /** List connections; secrets are never shown */
  listConnections: {
    path: {
      ws: number
      source: number
    }
    answer: {
      data: Array<Connection>
      next_cursor: string | null
    }
  }
  /** A connection; secrets are never shown */
  readConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: Connection
  }
  /** Connect a channel; a secret that is left out stays unless a destination changes, null takes a setting away, a pause ends, the provider is told where to send */
  connect: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    body: {
      /** As GET /v1/manage/channels describes them. */
      settings: Record<string, unknown>
      /** As it was read; 0: not connected. Refused with 409 if it is another one by now. */
      version?: number
    }
    answer: ConnectionKept
  }
  /** Remove the first connection; the next in order takes its place. Providers that serve side by side go together */
  disconnect: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: undefined
  }
  /** Check the kept settings and whether the connection is paused; nothing is sent */
  checkConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: ConnectionCheck
  }
  /** End a pause; what waited is sent */
  resumeConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: undefined
  }
  /** List a channel's connections in their order; the first is used */
  listProviderConnections: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: {
      data: Array<ProviderConnection>
      next_cursor: string | null
    }
  }
  /** Add a connection as the last in order; a pause ends */
  addProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    body: {
      /** The channel's first provider when left out. */
      provider?: string
      /** As GET /v1/manage/channels describes them for the provider. */
      settings: Record<string, unknown>
    }
    answer: ProviderConnectionKept
  }
  /** Change the order; the first connection is used */
  orderProviderConnections: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    body: {
      /** The id of each connection of the channel, once. */
      order: Array<number>
    }
    answer: {
      data: Array<ProviderConnection>
      next_cursor: string | null
    }
  }
  /** Change the settings of a connection; secrets stay as with the first one, and a pause ends */
  changeProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      id: number
    }
    body: {
      /** As GET /v1/manage/channels describes them for the provider. */
      settings: Record<string, unknown>
      /** As it was read. Refused with 409 if it is another one by now. */
      version?: number
    }
    answer: ProviderConnectionKept
  }
  /** Remove a connection; without the last one the channel is not connected */
  removeProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      id: number
    }
    answer: undefined
  }
  /** Check the stored settings of a connection; nothing is sent */
  checkProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      id: number
    }
    answer: ConnectionCheck
  }
  /** The templates that the provider approved for this connection */
  listApprovedTemplates: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** Part of the name. */
      q?: string
    }
    answer: {
      data: Array<{
        name: string
        language: string
        /** The provider's word, such as APPROVED. */
        status: string
        usable: boolean
        /** Why no message may use it. */
        refusal: string | null
        category: string | null
        body: string
        /** What a message has to give: text, image, video or document. */
        header: string | null
        /** Of the body: positions or names. */
        variables: Array<string>
        buttons: Array<string>
      }>
      next_cursor: string | null
      /** When the list was last read. */
      read_at: string | null
      /** Why the last attempt to read it failed. */
      problem: string | null
    }
  }
  /** Read the provider's list of templates now */
  syncApprovedTemplates: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: {
      templates: number
      usable: number
      read_at: string
    }
  }
  /** List templates */
  listTemplates: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** Part of the name or slug, in any case. */
      q?: string
    }
    answer: {
      data: Array<Template>
      next_cursor: string | null
    }
  }
  /** Create a template */
  createTemplate: {
    path: {
      ws: number
    }
    body: {
      slug: string
      name: string
      /** Sent to people who opted out. */
      essential?: boolean
      /** Names of variables such as one-time codes. Viewers see a mask for their values, also inside the text. Without this field a template keeps its names. Messages accepted before a name is left out stay masked. */
      sensitive?: Array<string>
      /** By language, such as it or pt-BR. The whole body has at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        subject?: string
        body: string
        channels?: {
          /** The whole body has at most 10000 values and 2097152 bytes. */
          email?: {
            subject?: string
            body?: string
            /** true: the body is Markdown. A text: the email is this Markdown instead of the body. */
            markdown?: boolean | string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          whatsapp?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          telegram?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          push?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          discord?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          slack?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          messenger?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
        }
      }>
    }
    answer: Template
  }
  /** A template */
  readTemplate: {
    path: {
      ws: number
      slug: string
    }
    answer: Template
  }
  /** Replace a template; with version, only if nobody changed it since */
  replaceTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      slug?: string
      name: string
      /** Sent to people who opted out. */
      essential?: boolean
      /** Names of variables such as one-time codes. Viewers see a mask for their values, also inside the text. Without this field a template keeps its names. Messages accepted before a name is left out stay masked. */
      sensitive?: Array<string>
      /** By language, such as it or pt-BR. The whole body has at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        subject?: string
        body: string
        channels?: {
          /** The whole body has at most 10000 values and 2097152 bytes. */
          email?: {
            subject?: string
            body?: string
            /** true: the body is Markdown. A text: the email is this Markdown instead of the body. */
            markdown?: boolean | string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          whatsapp?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          telegram?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          push?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          discord?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          slack?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
          messenger?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
        }
      }>
      version?: number
    }
    answer: Template
  }
  /** Remove a template */
  removeTemplate: {
    path: {
      ws: number
      slug: string
    }
    answer: undefined
  }
  /** What a channel would carry */
  previewTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      locale?: string
      /** Values for the template's variables, each at most 65536 characters. */
      vars?: Record<string, string>
      actions?: Array<{
        slug: string
        label: string
      }>
    }
    answer: Preview
  }
  /** What a channel would carry of a template that is not saved */
  previewDraft: {
    path: {
      ws: number
    }
    body: {
      template: {
        name: string
        /** By language, such as it or pt-BR. The whole body has at most 10000 values and 2097152 bytes. */
        locales: Record<string, {
          subject?: string
          body: string
          channels?: {
            /** The whole body has at most 10000 values and 2097152 bytes. */
            email?: {
              subject?: string
              body?: string
              /** true: the body is Markdown. A text: the email is this Markdown instead of the body. */
              markdown?: boolean | string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
            whatsapp?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
            telegram?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
            push?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
            discord?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
            slack?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. The whole body has at most 10000 values and 2097152 bytes. */
            messenger?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
          }
        }>
      }
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      locale?: string
      /** Values for the template's variables, each at most 65536 characters. */
      vars?: Record<string, string>
      actions?: Array<{
        slug: string
        label: string
      }>
    }
    answer: Preview
  }
  /** List the versions of a template, newest first */
  listTemplateVersions: {
    path: {
      ws: number
      slug: string
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<TemplateVersion>
      next_cursor: string | null
    }
  }
  /** A version of a template with its content */
  readTemplateVersion: {
    path: {
      ws: number
      slug: string
      version: number
    }
    answer: TemplateVersionContent
  }
  /** Save an old version's content as a new version; variables marked as sensitive now or in that version are marked */
  restoreTemplateVersion: {
    path: {
      ws: number
      slug: string
      version: number
    }
    body: {
      /** Only if this is still the newest. */
      version?: number
    }
    answer: Template
  }
  /** Send the template to somebody: into the test inbox, or live */
  sendTestTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      /** Whose connections are used; the workspace's first one. */
      source?: number
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      locale?: string
      /** Values for the template's variables, each at most 65536 characters. */
      vars?: Record<string, string>
      /** As in POST /v1/send; somebody made up. */
      recipient?: Record<string, unknown>
      /** Buttons. */
      actions?: Array<Record<string, unknown>>
    }
    answer: {
      delivery_id: number
    }
  }
  /** Search recipients, newest first */
  listRecipients: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      mode?: 'live' | 'test'
      q?: string
      tag?: string
    }
    answer: {
      data: Array<StoredRecipient>
      next_cursor: string | null
      /** How far back this page looked; null: there is nothing further. */
      searched_to: string | null
    }
  }
  /** Create a recipient */
  createRecipient: {
    path: {
      ws: number
    }
    body: {
      name: string
      mode?: 'live' | 'test'
      email?: string | null
      whatsapp_phone?: string | null
      telegram_chat_id?: string | null
      messenger_psid?: string | null
      slack_channel?: string | null
      push?: Array<{
        /** A browser (Web Push) or an app (Firebase). */
        kind: 'web' | 'fcm'
        /** web: as subscribed. */
        endpoint?: string
        /** web: as subscribed. */
        keys?: {
          /** The browser's public key, 65 bytes in base64url. */
          p256dh: string
          /** Its secret, 16 bytes in base64url. */
          auth: string
        }
        /** web: taken and not kept, so that PushSubscription.toJSON() fits as it is. */
        expirationTime?: number | null
        /** web: the VAPID public key the browser subscribed with. */
        vapid_key?: string
        /** fcm: the registration token. */
        token?: string
        /** fcm: what the app runs on, for people. */
        platform?: 'android' | 'ios' | 'web'
        /** Now, when left out. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
        registered_at?: string
      }>
      locale?: string
      tags?: Array<string>
      /** Whatever the application keeps. The whole body has at most 10000 values and 262144 bytes. */
      metadata?: Record<string, unknown>
      preferred_channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
    }
    answer: StoredRecipient
  }
  /** A recipient */
  readRecipient: {
    path: {
      ws: number
      id: number
    }
    answer: StoredRecipient
  }
  /** Change a recipient; null empties a field */
  changeRecipient: {
    path: {
      ws: number
      id: number
    }
    body: {
      name?: string
      email?: string | null
      whatsapp_phone?: string | null
      telegram_chat_id?: string | null
      messenger_psid?: string | null
      slack_channel?: string | null
      push?: Array<{
        /** A browser (Web Push) or an app (Firebase). */
        kind: 'web' | 'fcm'
        /** web: as subscribed. */
        endpoint?: string
        /** web: as subscribed. */
        keys?: {
          /** The browser's public key, 65 bytes in base64url. */
          p256dh: string
          /** Its secret, 16 bytes in base64url. */
          auth: string
        }
        /** web: taken and not kept, so that PushSubscription.toJSON() fits as it is. */
        expirationTime?: number | null
        /** web: the VAPID public key the browser subscribed with. */
        vapid_key?: string
        /** fcm: the registration token. */
        token?: string
        /** fcm: what the app runs on, for people. */
        platform?: 'android' | 'ios' | 'web'
        /** Now, when left out. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
        registered_at?: string
      }>
      locale?: string
      tags?: Array<string>
      /** Whatever the application keeps. The whole body has at most 10000 values and 262144 bytes. */
      metadata?: Record<string, unknown>
      preferred_channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
    }
    answer: StoredRecipient
  }
  /** Remove a recipient's data; deliveries stay */
  removeRecipient: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** A link that opens a chat with the bot; whoever follows it first is this recipient */
  telegramLink: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** Whose bot, where several sources have one. */
      source?: number
    }
    answer: Invitation
  }
  /** List automations */
  listAutomations: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<Automation>
      next_cursor: string | null
    }
  }
  /** Send a template when something happens to a contact, once for each */
  createAutomation: {
    path: {
      ws: number
    }
    body: {
      name: string
      trigger: {
        type: 'contact.created' | 'contact.tagged' | 'message.received'
        /** Of contact.tagged: which tag. */
        tag?: string
        /** Of message.received: the whole message, case and punctuation around it aside. */
        keyword?: string
      }
      /** Sends it, with its connections. */
      source: number
      template: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
      /** For the template; {{name}}, {{email}} or a name of the metadata stands for what is known of the contact. At most 10000 of them, with 262144 characters together where a message is sent. */
      vars?: Record<string, string>
      enabled?: boolean
    }
    answer: Automation
  }
  /** An automation, and how often it was set off */
  readAutomation: {
    path: {
      ws: number
      id: number
    }
    answer: AutomationDetail
  }
  /** Change an automation, or switch it on or off */
  changeAutomation: {
    path: {
      ws: number
      id: number
    }
    body: {
      name?: string
      trigger?: {
        type: 'contact.created' | 'contact.tagged' | 'message.received'
        /** Of contact.tagged: which tag. */
        tag?: string
        /** Of message.received: the whole message, case and punctuation around it aside. */
        keyword?: string
      }
      /** Sends it, with its connections. */
      source?: number
      template?: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
      /** For the template; {{name}}, {{email}} or a name of the metadata stands for what is known of the contact. At most 10000 of them, with 262144 characters together where a message is sent. */
      vars?: Record<string, string>
      enabled?: boolean
    }
    answer: Automation
  }
  /** Remove an automation with its runs; what it sent stays */
  removeAutomation: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** For whom it was set off and what came of it, newest first */
  listAutomationRuns: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** sent: there is a delivery. refused: there is none, see code and reason. */
      state?: 'waiting' | 'sent' | 'refused'
    }
    answer: {
      data: Array<AutomationRun>
      next_cursor: string | null
    }
  }
  /** Conversations, whoever wrote last first */
  listConversations: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      recipient?: number
    }
    answer: {
      data: Array<Conversation>
      next_cursor: string | null
    }
  }
  /** What was said and sent, newest first */
  readConversation: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: ConversationDetail
  }
  /** What providers sent in the last seven days, newest first */
  listInboundRequests: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      status?: 'waiting' | 'done' | 'unreadable' | 'set_aside'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: {
      data: Array<InboundRequest>
      next_cursor: string | null
    }
  }
  /** A request of a provider, with its body as it came */
  readInboundRequest: {
    path: {
      ws: number
      id: number
    }
    answer: InboundRequestDetail
  }
  /** Apply what of a request could not be read or applied; the rest stays */
  applyInboundRequest: {
    path: {
      ws: number
      id: number
    }
    answer: InboundRequestDetail
  }
  /** Addresses that opted out of all messages (Email) or advertising (WhatsApp), newest first */
  listOptOuts: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      q?: string
      /** All of the address. */
      address?: string
    }
    answer: {
      data: Array<OptOut>
      next_cursor: string | null
    }
  }
  /** Opt an address out of all messages (Email) or advertising (WhatsApp) */
  addOptOut: {
    path: {
      ws: number
    }
    body: {
      address: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      mode?: 'live' | 'test'
    }
    answer: OptOut
  }
  /** Lift an opt-out: the address is written to again */
  liftOptOut: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Look through deliveries, newest first; a page may be short and go on */
  listDeliveries: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      mode?: 'live' | 'test'
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      recipient?: number
      source?: number
      template?: string
      /** Accepted then or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Accepted before then. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** Part of a name or an address, or a delivery's id. */
      q?: string
    }
    answer: {
      data: Array<Delivery>
      next_cursor: string | null
      /** How far back this page looked; null: there is nothing further. */
      searched_to: string | null
    }
  }
  /** A delivery's whole story: content, what to do now, attempts with their reasons, history */
  readTimeline: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Move a delivery that waits for its first try */
  moveDelivery: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** In the past: at once; at most a year ahead. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      scheduled_for: string
    }
    answer: DeliveryTimeline
  }
  /** End a waiting delivery and pay it back */
  cancelDelivery: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Send an ended delivery again, as a new and newly charged one */
  resendDelivery: {
    path: {
      ws: number
      id: number
    }
    answer: {
      delivery_id: number
    }
  }
  /** What test keys sent, newest first; notices that nobody mailed */
  listTestInbox: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<TestMessage>
      next_cursor: string | null
      notices: Array<Notice>
    }
  }
  /** One message as the sandbox took it */
  readTestMessage: {
    path: {
      ws: number
      id: number
    }
    answer: TestMessage
  }
  /** Wait until deliveries that are shown change, or new ones come */
  watchDeliveries: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      recipient?: number
      source?: number
      template?: string
      /** Accepted then or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Accepted before then. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** Part of a name or an address, or a delivery's id. */
      q?: string
      /** What is shown: 17:sent,16:queued; at most 100. */
      watch?: string
      /** Seconds; 0 when left out. */
      wait?: number
    }
    answer: {
      data: Array<Delivery>
    }
  }
  /** List subscriptions; secrets are never shown */
  listSubscriptions: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<Subscription>
      next_cursor: string | null
    }
  }
  /** Send events to an address; the secret is shown this once */
  subscribe: {
    path: {
      ws: number
    }
    body: {
      /** https:// and on the public internet, unless the operator set ALLOW_PRIVATE_NETWORK. */
      url: string
      events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
    }
    answer: NewSubscription
  }
  /** A subscription and how its receiver is doing */
  readSubscription: {
    path: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** Change the address, to which what waits goes too, or the chosen events */
  changeSubscription: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** https:// and on the public internet, unless the operator set ALLOW_PRIVATE_NETWORK. */
      url?: string
      events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
    }
    answer: Subscription
  }
  /** Remove a subscription; what waits for it is not sent */
  unsubscribe: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Issue a new secret; the old one signs beside it for 24 hours, or, immediately, no more */
  rotateSecret: {
    path: {
      ws: number
      id: number
    }
    body: {
      immediately?: boolean
    } | null
    answer: RotatedSecret
  }
  /** Send nothing more; events are still kept for a replay */
  disableSubscription: {
    path: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** Send again, counting failures from zero; replay what was missed */
  reactivateSubscription: {
    path: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** What the subscription was told in the last 7 days, newest first */
  listSubscriptionEvents: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      status?: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
      event?: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
      delivery?: number
    }
    answer: {
      data: Array<SubscriptionEvent>
      next_cursor: string | null
      /** How far back this page looked; null: there is nothing further. */
      searched_to: string | null
    }
  }
  /** An event: its body and every attempt */
  readSubscriptionEvent: {
    path: {
      ws: number
      id: number
      entry: number
    }
    answer: SubscriptionEventDetail
  }
  /** Attempts to reach the receiver, newest first */
  listAttempts: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<EventAttempt>
      next_cursor: string | null
    }
  }
  /** Send events again: one, all of a time, or all that were not received */
  replayEvents: {
    path: {
      ws: number
      id: number
    }
    body: {
      event_id?: string
      /** Recorded then or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Recorded before then. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** All that were given up or recorded while disabled, and not replayed yet. */
      failed?: boolean
    }
    answer: {
      replayed: number
    }
  }
  /** Send the example of an event at once and tell what came of it */
  sendTestEvent: {
    path: {
      ws: number
      id: number
    }
    body: {
      event?: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
    } | null
    answer: TestEventResult
  }
  /** Start a dev listener: the service collects events for it, until an hour after its last poll */
  startDevListener: {
    path: {
      ws: number
    }
    body: {
      /** All when left out. */
      events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
      /** A secret of your own; whsec_ and base64. */
      secret?: string
    } | null
    answer: Listener
  }
  /** Read the collected events of a dev listener, oldest first, or wait for one */
  pollDevListener: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** Ids of processed events; they are deleted. */
      done?: Array<number>
      /** Seconds. */
      wait?: number
      limit?: number
    } | null
    answer: {
      data: Array<HeardEvent>
    }
  }
  /** End a dev listener and delete its collected events */
  endDevListener: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** @deprecated Use startDevListener instead. The body has at most 65536 bytes; a larger one is answered with 413. */
  startListener: {
    path: {
      ws: number
    }
    body: {
      /** All when left out. */
      events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
      /** A secret of your own; whsec_ and base64. */
      secret?: string
    } | null
    answer: Listener
  }
  /** @deprecated Use pollDevListener instead. The body has at most 65536 bytes; a larger one is answered with 413. */
  hear: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** Ids of processed events; they are deleted. */
      done?: Array<number>
      /** Seconds. */
      wait?: number
      limit?: number
    } | null
    answer: {
      data: Array<HeardEvent>
    }
  }
  /** @deprecated Use endDevListener instead. */
  endListener: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** What the owners were told, newest first */
  listNotices: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      /** `kept`: not mailed, because no mail server is set or no address is known. */
      mail?: 'waiting' | 'sent' | 'kept' | 'failed'
    }
    answer: {
      data: Array<Notice>
      next_cursor: string | null
    }
  }
  /** Look through callbacks, newest first */
  listCallbacks: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
      mode?: 'live' | 'test'
      status?: 'waiting' | 'sending' | 'received' | 'failed'
      delivery?: number
    }
    answer: {
      data: Array<Callback>
      next_cursor: string | null
      /** How far back this page looked; null: there is nothing further. */
      searched_to: string | null
    }
  }
  /** A callback with its body and every attempt */
  readCallback: {
    path: {
      ws: number
      id: number
    }
    answer: CallbackDetail
  }
  /** Send an ended callback once more, as a new one */
  replayCallback: {
    path: {
      ws: number
      id: number
    }
    answer: CallbackDetail
  }
  /** The version, the processes that run, and whether an upgrade is finished */
  readInstallation: {
    answer: Installation
  }
  /** Import a CSV file of recipients; applied once the file is whole */
  importRecipients: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      /** Say what would become of every row; change nobody. */
      dry_run?: boolean
      /** The column that finds the person of a row. all: id, then email, whatsapp_phone, telegram_chat_id, messenger_psid; a person whose stored stronger identifier differs is not meant, and the row is refused. With an address, the id column is ignored. */
      match_by?: 'all' | 'id' | 'email' | 'whatsapp_phone' | 'telegram_chat_id' | 'messenger_psid'
      /** What lists call it, such as the file's name. */
      name?: string
    }
    body: string | Uint8Array | Blob
    answer: Import
  }
  /** Imports of the last 30 days, newest first */
  listImports: {
    path: {
      ws: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<Import>
      next_cursor: string | null
    }
  }
  /** How far an import is */
  readImport: {
    path: {
      ws: number
      id: number
    }
    answer: Import
  }
  /** Apply no more of it; what was applied stays */
  cancelImport: {
    path: {
      ws: number
      id: number
    }
    answer: Import
  }
  /** Rows that were not applied, with the reason, in the order of the file */
  listRefusedRows: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** next_cursor of the page before. */
      cursor?: string
      /** Rows of a page at most. A page with large rows ends early, at 1048576 bytes and after at least one row; next_cursor continues from there. */
      limit?: number
    }
    answer: {
      data: Array<RefusedRow>
      next_cursor: string | null
    }
  }
  /** The refused rows as a file that can be mended and imported */
  downloadRefusedRows: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** All recipients of a mode as a CSV file that an import takes */
  exportRecipients: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      tag?: string
    }
    answer: undefined
  }
}

/** How each operation is called: method, path below the base address, names of its query, and the body's type if it is not JSON. */
export const operations: {
  readonly [Name in keyof Operations]: readonly [string, string, readonly string[], string?]
} = {
  send: ['POST', '/send', []],
  sendBatch: ['POST', '/send/batch', []],
  trigger: ['POST', '/wh/{webhook_key}', []],
  usage: ['GET', '/usage', []],
  readDelivery: ['GET', '/deliveries/{id}', []],
  readSetup: ['GET', '/manage/setup', []],
  setUp: ['POST', '/manage/setup', []],
  signIn: ['POST', '/manage/login', []],
  signOut: ['POST', '/manage/logout', []],
  readSession: ['GET', '/manage/session', []],
  forgotPassword: ['POST', '/manage/password/forgotten', []],
  resetPassword: ['POST', '/manage/password/reset', []],
  changeAccount: ['PATCH', '/manage/account', []],
  changePassword: ['POST', '/manage/account/password', []],
  listSessions: ['GET', '/manage/account/sessions', []],
  endSession: ['DELETE', '/manage/account/sessions/{id}', []],
  endOtherSessions: ['POST', '/manage/account/sessions/revoke-others', []],
  listInvitations: ['GET', '/manage/workspaces/{ws}/invitations', ['cursor', 'limit']],
  invite: ['POST', '/manage/workspaces/{ws}/invitations', []],
  revokeInvitation: ['DELETE', '/manage/workspaces/{ws}/invitations/{id}', []],
  readInvitation: ['POST', '/manage/invitation/read', []],
  acceptInvitation: ['POST', '/manage/invitation/accept', []],
  listMembers: ['GET', '/manage/workspaces/{ws}/members', ['cursor', 'limit', 'q']],
  changeMember: ['PATCH', '/manage/workspaces/{ws}/members/{id}', []],
  removeMember: ['DELETE', '/manage/workspaces/{ws}/members/{id}', []],
  leaveWorkspace: ['POST', '/manage/workspaces/{ws}/leave', []],
  listAccounts: ['GET', '/manage/members', ['cursor', 'limit', 'q']],
  changeAccountRights: ['PATCH', '/manage/members/{id}', []],
  removeAccount: ['DELETE', '/manage/members/{id}', []],
  createPasswordLink: ['POST', '/manage/members/{id}/password-link', []],
  listManagementTokens: ['GET', '/manage/tokens', []],
  createManagementToken: ['POST', '/manage/tokens', []],
  revokeManagementToken: ['DELETE', '/manage/tokens/{id}', []],
  readAuditLog: ['GET', '/manage/workspaces/{ws}/audit-log', ['cursor', 'limit', 'member', 'action', 'object', 'since', 'until']],
  readWholeAuditLog: ['GET', '/manage/audit-log', ['cursor', 'limit', 'member', 'action', 'object', 'since', 'until', 'workspace']],
  readOverview: ['GET', '/manage/workspaces/{ws}/overview', []],
  readGettingStarted: ['GET', '/manage/workspaces/{ws}/getting-started', []],
  previewBrand: ['GET', '/manage/workspaces/{ws}/brand/preview', ['page', 'label', 'locale', 'name', 'color', 'logo_url']],
  listWorkspaces: ['GET', '/manage/workspaces', ['cursor', 'limit', 'q']],
  createWorkspace: ['POST', '/manage/workspaces', []],
  readWorkspace: ['GET', '/manage/workspaces/{ws}', []],
  changeWorkspace: ['PATCH', '/manage/workspaces/{ws}', []],
  readLedger: ['GET', '/manage/workspaces/{ws}/credits', ['cursor', 'limit']],
  giveCredits: ['POST', '/manage/workspaces/{ws}/credits', []],
  listSources: ['GET', '/manage/workspaces/{ws}/sources', ['cursor', 'limit', 'q']],
  createSource: ['POST', '/manage/workspaces/{ws}/sources', []],
  readSource: ['GET', '/manage/workspaces/{ws}/sources/{source}', []],
  changeSource: ['PATCH', '/manage/workspaces/{ws}/sources/{source}', []],
  removeSource: ['DELETE', '/manage/workspaces/{ws}/sources/{source}', []],
  createApiKey: ['POST', '/manage/workspaces/{ws}/sources/{source}/api-keys', []],
  listApiKeys: ['GET', '/manage/workspaces/{ws}/sources/{source}/api-keys', []],
  createTriggerKey: ['POST', '/manage/workspaces/{ws}/sources/{source}/trigger-keys', []],
  listTriggerKeys: ['GET', '/manage/workspaces/{ws}/sources/{source}/trigger-keys', []],
  changeApiKey: ['PATCH', '/manage/workspaces/{ws}/sources/{source}/api-keys/{key}', []],
  revokeApiKey: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/api-keys/{key}', []],
  changeTriggerKey: ['PATCH', '/manage/workspaces/{ws}/sources/{source}/trigger-keys/{key}', []],
  revokeTriggerKey: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/trigger-keys/{key}', []],
  listChannels: ['GET', '/manage/channels', []],
  listAddresses: ['GET', '/manage/addresses', []],
  listConnections: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections', []],
  readConnection: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}', []],
  connect: ['PUT', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}', []],
  disconnect: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}', []],
  checkConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/check', []],
  resumeConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/resume', []],
  listProviderConnections: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers', []],
  addProviderConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers', []],
  orderProviderConnections: ['PUT', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/order', []],
  changeProviderConnection: ['PUT', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}', []],
  removeProviderConnection: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}', []],
  checkProviderConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}/check', []],
  listApprovedTemplates: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates', ['cursor', 'limit', 'q']],
  syncApprovedTemplates: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates/sync', []],
  listTemplates: ['GET', '/manage/workspaces/{ws}/templates', ['cursor', 'limit', 'q']],
  createTemplate: ['POST', '/manage/workspaces/{ws}/templates', []],
  readTemplate: ['GET', '/manage/workspaces/{ws}/templates/{slug}', []],
  replaceTemplate: ['PUT', '/manage/workspaces/{ws}/templates/{slug}', []],
  removeTemplate: ['DELETE', '/manage/workspaces/{ws}/templates/{slug}', []],
  previewTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/preview', []],
  previewDraft: ['POST', '/manage/workspaces/{ws}/template-preview', []],
  listTemplateVersions: ['GET', '/manage/workspaces/{ws}/templates/{slug}/versions', ['cursor', 'limit']],
  readTemplateVersion: ['GET', '/manage/workspaces/{ws}/templates/{slug}/versions/{version}', []],
  restoreTemplateVersion: ['POST', '/manage/workspaces/{ws}/templates/{slug}/versions/{version}/restore', []],
  sendTestTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/test-send', []],
  listRecipients: ['GET', '/manage/workspaces/{ws}/recipients', ['cursor', 'limit', 'mode', 'q', 'tag']],
  createRecipient: ['POST', '/manage/workspaces/{ws}/recipients', []],
  readRecipient: ['GET', '/manage/workspaces/{ws}/recipients/{id}', []],
  changeRecipient: ['PATCH', '/manage/workspaces/{ws}/recipients/{id}', []],
  removeRecipient: ['DELETE', '/manage/workspaces/{ws}/recipients/{id}', []],
  telegramLink: ['POST', '/manage/workspaces/{ws}/recipients/{id}/telegram-link', []],
  listAutomations: ['GET', '/manage/workspaces/{ws}/automations', ['cursor', 'limit']],
  createAutomation: ['POST', '/manage/workspaces/{ws}/automations', []],
  readAutomation: ['GET', '/manage/workspaces/{ws}/automations/{id}', []],
  changeAutomation: ['PATCH', '/manage/workspaces/{ws}/automations/{id}', []],
  removeAutomation: ['DELETE', '/manage/workspaces/{ws}/automations/{id}', []],
  listAutomationRuns: ['GET', '/manage/workspaces/{ws}/automations/{id}/runs', ['cursor', 'limit', 'state']],
  listConversations: ['GET', '/manage/workspaces/{ws}/conversations', ['cursor', 'limit', 'channel', 'recipient']],
  readConversation: ['GET', '/manage/workspaces/{ws}/conversations/{id}', ['cursor', 'limit']],
  listInboundRequests: ['GET', '/manage/workspaces/{ws}/inbound-requests', ['cursor', 'limit', 'status', 'channel']],
  readInboundRequest: ['GET', '/manage/workspaces/{ws}/inbound-requests/{id}', []],
  applyInboundRequest: ['POST', '/manage/workspaces/{ws}/inbound-requests/{id}/apply', []],
  listOptOuts: ['GET', '/manage/workspaces/{ws}/opt-outs', ['cursor', 'limit', 'mode', 'channel', 'q', 'address']],
  addOptOut: ['POST', '/manage/workspaces/{ws}/opt-outs', []],
  liftOptOut: ['DELETE', '/manage/workspaces/{ws}/opt-outs/{id}', []],
  listDeliveries: ['GET', '/manage/workspaces/{ws}/deliveries', ['cursor', 'limit', 'mode', 'status', 'channel', 'recipient', 'source', 'template', 'since', 'until', 'q']],
  readTimeline: ['GET', '/manage/workspaces/{ws}/deliveries/{id}', []],
  moveDelivery: ['PATCH', '/manage/workspaces/{ws}/deliveries/{id}', []],
  cancelDelivery: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/cancel', []],
  resendDelivery: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/resend', []],
  listTestInbox: ['GET', '/manage/workspaces/{ws}/test-inbox', ['cursor', 'limit']],
  readTestMessage: ['GET', '/manage/workspaces/{ws}/test-inbox/{id}', []],
  watchDeliveries: ['GET', '/manage/workspaces/{ws}/deliveries/changes', ['mode', 'status', 'channel', 'recipient', 'source', 'template', 'since', 'until', 'q', 'watch', 'wait']],
  listSubscriptions: ['GET', '/manage/workspaces/{ws}/subscriptions', ['cursor', 'limit']],
  subscribe: ['POST', '/manage/workspaces/{ws}/subscriptions', []],
  readSubscription: ['GET', '/manage/workspaces/{ws}/subscriptions/{id}', []],
  changeSubscription: ['PATCH', '/manage/workspaces/{ws}/subscriptions/{id}', []],
  unsubscribe: ['DELETE', '/manage/workspaces/{ws}/subscriptions/{id}', []],
  rotateSecret: ['POST', '/manage/workspaces/{ws}/subscriptions/{id}/rotate-secret', []],
  disableSubscription: ['POST', '/manage/workspaces/{ws}/subscriptions/{id}/disable', []],
  reactivateSubscription: ['POST', '/manage/workspaces/{ws}/subscriptions/{id}/reactivate', []],
  listSubscriptionEvents: ['GET', '/manage/workspaces/{ws}/subscriptions/{id}/events', ['cursor', 'limit', 'status', 'event', 'delivery']],
  readSubscriptionEvent: ['GET', '/manage/workspaces/{ws}/subscriptions/{id}/events/{entry}', []],
  listAttempts: ['GET', '/manage/workspaces/{ws}/subscriptions/{id}/attempts', ['cursor', 'limit']],
  replayEvents: ['POST', '/manage/workspaces/{ws}/subscriptions/{id}/replay', []],
  sendTestEvent: ['POST', '/manage/workspaces/{ws}/subscriptions/{id}/test', []],
  startDevListener: ['POST', '/manage/workspaces/{ws}/dev-listeners', []],
  pollDevListener: ['POST', '/manage/workspaces/{ws}/dev-listeners/{id}/poll', []],
  endDevListener: ['DELETE', '/manage/workspaces/{ws}/dev-listeners/{id}', []],
  startListener: ['POST', '/manage/workspaces/{ws}/listeners', []],
  hear: ['POST', '/manage/workspaces/{ws}/listeners/{id}/hear', []],
  endListener: ['DELETE', '/manage/workspaces/{ws}/listeners/{id}', []],
  listNotices: ['GET', '/manage/workspaces/{ws}/notices', ['cursor', 'limit', 'mail']],
  listCallbacks: ['GET', '/manage/workspaces/{ws}/callbacks', ['cursor', 'limit', 'mode', 'status', 'delivery']],
  readCallback: ['GET', '/manage/workspaces/{ws}/callbacks/{id}', []],
  replayCallback: ['POST', '/manage/workspaces/{ws}/callbacks/{id}/replay', []],
  readInstallation: ['GET', '/manage/installation', []],
  importRecipients: ['POST', '/manage/workspaces/{ws}/recipients/import', ['mode', 'dry_run', 'match_by', 'name'], 'text/csv'],
  listImports: ['GET', '/manage/workspaces/{ws}/recipients/imports', ['cursor', 'limit']],
  readImport: ['GET', '/manage/workspaces/{ws}/recipients/imports/{id}', []],
  cancelImport: ['POST', '/manage/workspaces/{ws}/recipients/imports/{id}/cancel', []],
  listRefusedRows: ['GET', '/manage/workspaces/{ws}/recipients/imports/{id}/refused', ['cursor', 'limit']],
  downloadRefusedRows: ['GET', '/manage/workspaces/{ws}/recipients/imports/{id}/refused.csv', []],
  exportRecipients: ['GET', '/manage/workspaces/{ws}/recipients/export', ['mode', 'tag']],
}
