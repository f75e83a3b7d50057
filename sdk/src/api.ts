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

export type SendRequest = {
  /** Found by id or address; created when no address is known. At least one of id, email, whatsapp_phone, telegram_chat_id. */
  recipient: {
    /** An existing recipient of the workspace. */
    id?: number
    /** Without one the address serves as name. */
    name?: string
    email?: string
    /** E.164, with the leading plus. */
    whatsapp_phone?: string
    /** The chat the recipient started with the bot. */
    telegram_chat_id?: string
    /** Default `it`. */
    locale?: string
  }
  /** Template slug. */
  template: string
  /** Values for `{{name}}`; keys "1", "2", … are WhatsApp's positional parameters. */
  vars?: Record<string, string>
  /** Inferred when absent. */
  channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
  priority?: 'low' | 'normal' | 'high'
  /** Instead of the template's subject; placeholders work. */
  subject?: string
  /** The same key within an hour answers with the same delivery. */
  idempotency_key?: string
  /** ISO 8601; without an offset UTC; in the past: at once; at most a year ahead. */
  scheduled_for?: string
  actions?: Array<{
    /** Names the action in the callback. */
    slug: string
    /** What the button says; the slug when absent. */
    label?: string
    /** Receives a signed POST when the recipient takes the action. */
    callback_url: string
    /** Forwarded unchanged to the callback. */
    payload?: Record<string, unknown>
  }>
  media?: {
    /** Public URL of the file. */
    url: string
    type?: 'image' | 'document' | 'video'
    /** Shown for documents. */
    filename?: string
    caption?: string
  }
  /** E-mail only. */
  attachments?: Array<{
    /** Shown to the recipient. */
    filename: string
    /** The file in base64; either this or url. */
    content?: string
    /** Public URL; either this or content. */
    url?: string
    /** Guessed from the filename when absent. */
    mime_type?: string
  }>
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
  created_at: string
  /** This month, as GET /v1/usage tells it. */
  usage: Record<string, unknown>
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

export type Template = {
  id: number
  slug: string
  name: string
  essential: boolean
  /** Locale to subject, body and channels. */
  locales: Record<string, unknown>
  version: number
  created_at: string
  updated_at: string
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
  /** What would not fit. */
  problems: Array<{
    field: string
    message: string
  }>
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
    /** Now, when left out. */
    registered_at?: string
  }>
  locale: string
  tags: Array<string>
  /** Whatever the application keeps. */
  metadata: Record<string, unknown>
  preferred_channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
  /** Channel to the address a provider has called gone, with reason and time. */
  unusable: Record<string, unknown>
  created_at: string
  updated_at: string
}

export type OptOut = {
  id: number
  mode: 'live' | 'test'
  address: string
  /** The message whose link was used; null: entered by a person. */
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
  error_message: string | null
  /** Machine-readable reason of a failure. */
  reason: string | null
  created_at: string
  scheduled_for: string | null
  /** The message as it was rendered at accept. */
  content: Record<string, unknown>
  /** When it is tried next. */
  next_at: string | null
  /** quota, whatsapp or credits. */
  paid_by: string | null
  credits: number
  refunded: boolean
  attempts: Array<{
    attempt: number
    started_at: string
    ended_at: string
    outcome: string
    provider_status: string | null
    code: string | null
    reason: string | null
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
  /** The message as the sandbox took it. */
  message: Record<string, unknown>
  at: string
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
}

export type SourceKey = {
  id: number
  mode: 'live' | 'test'
  hint: string
  created_at: string
  revoked_at: string | null
}

export type NewKey = {
  id: number
  mode: 'live' | 'test'
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
  pause_reason: string | null
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
  pause_reason: string | null
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
  /** JSON Schema of the connection. */
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

export type Invitation = {
  url: string
  expires_at: string
}

export type Subscription = {
  id: number
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
  /** As it is sent. */
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
    /** The beginning of the answer. */
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
  /** The beginning of the answer. */
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
  /** The beginning of the answer. */
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
  /** As it is sent. */
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
    /** The beginning of the answer. */
    excerpt: string | null
  }>
}

export type TimelineCallback = {
  id: number
  delivery_id: number
  /** The action's slug. */
  action: string
  mode: 'live' | 'test'
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
    /** The beginning of the answer. */
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

/** The body of each event, by its name. */
export interface EventBodies {
  /** A message was queued. */
  'delivery.queued': {
    event: 'delivery.queued'
    timestamp: string
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
      channel: string
    }
  }
  /** A message reached its channel. */
  'message.sent': {
    /** The same for every subscription and replay. */
    id: string
    type: 'message.sent'
    created_at: string
    workspace_id: string
    data: {
      /** The delivery's id, as a text. */
      message_id: string
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    /** The same for every subscription and replay. */
    id: string
    type: 'message.received'
    created_at: string
    workspace_id: string
    data: {
      /** The received message's id, as a text. */
      message_id: string
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    /** The same for every subscription and replay. */
    id: string
    type: 'delivery.status'
    created_at: string
    workspace_id: string
    data: {
      /** The delivery's id, as a text. */
      message_id: string
      /** telegram, whatsapp, email, push, discord, slack or messenger. */
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
    /** The same for every subscription and replay. */
    id: string
    type: 'contact.created'
    created_at: string
    workspace_id: string
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
    /** The same for every subscription and replay. */
    id: string
    type: 'contact.updated'
    created_at: string
    workspace_id: string
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
    /** The same for every subscription and replay. */
    id: string
    type: 'automation.triggered'
    created_at: string
    workspace_id: string
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

/** What each operation takes (path and query, and `body`) and answers. */
export interface Operations {
  /** Send one message */
  send: {
    given: {
      body: SendRequest
    }
    answer: ReplayResponse | SendResponse
  }
  /** Send 1 to 100 messages, each on its own */
  sendBatch: {
    given: {
      body: {
        messages: Array<SendRequest>
      }
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
    given: {
      webhook_key: string
      body: SendRequest
    }
    answer: ReplayResponse | SendResponse
  }
  /** The month's usage of the key's workspace */
  usage: {
    given: Record<never, never>
    answer: {
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
        percentage: number
      }
      whatsapp: {
        used: number
        limit: number | null
      }
      period_start: string
      period_end: string
    }
  }
  /** What became of a message */
  readDelivery: {
    given: {
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
      history: Array<{
        status: string
        at: string
      }>
    }
  }
  /** List workspaces */
  listWorkspaces: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
    }
    answer: {
      data: Array<Workspace>
      next_cursor: string | null
    }
  }
  /** Create a workspace */
  createWorkspace: {
    given: {
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
          logo_url?: string | null
        }
      }
    }
    answer: Workspace
  }
  /** A workspace, its usage this month and its credits */
  readWorkspace: {
    given: {
      ws: number
    }
    answer: WorkspaceDetail
  }
  /** Change a workspace; a new plan brings its limits unless others are given */
  changeWorkspace: {
    given: {
      ws: number
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
          logo_url?: string | null
        }
      }
    }
    answer: Workspace
  }
  /** The balance and the ledger of credits, newest first */
  readLedger: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
    }
    answer: {
      data: Array<CreditEntry>
      next_cursor: string | null
      balance: number
    }
  }
  /** Add credits, or take some back with a negative amount */
  giveCredits: {
    given: {
      ws: number
      body: {
        amount: number
        note?: string
      }
    }
    answer: CreditEntry
  }
  /** List sources */
  listSources: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
    }
    answer: {
      data: Array<Source>
      next_cursor: string | null
    }
  }
  /** Create a source */
  createSource: {
    given: {
      ws: number
      body: {
        name: string
        /** Requests an hour per key; default 100. */
        rate_limit?: number
        confirm_click?: boolean
      }
    }
    answer: Source
  }
  /** A source */
  readSource: {
    given: {
      ws: number
      source: number
    }
    answer: Source
  }
  /** Change a source */
  changeSource: {
    given: {
      ws: number
      source: number
      body: {
        name?: string
        /** Requests an hour per key; default 100. */
        rate_limit?: number
        confirm_click?: boolean
      }
    }
    answer: Source
  }
  /** Remove a source with its keys and connections */
  removeSource: {
    given: {
      ws: number
      source: number
    }
    answer: undefined
  }
  /** List API keys, without their text */
  listApiKeys: {
    given: {
      ws: number
      source: number
    }
    answer: {
      data: Array<SourceKey>
      next_cursor: string | null
    }
  }
  /** Create a API key; its text is shown this once */
  createApiKey: {
    given: {
      ws: number
      source: number
      body: {
        mode: 'live' | 'test'
      }
    }
    answer: NewKey
  }
  /** Revoke a API key for good */
  revokeApiKey: {
    given: {
      ws: number
      source: number
      key: number
    }
    answer: undefined
  }
  /** List trigger keys, without their text */
  listTriggerKeys: {
    given: {
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
    given: {
      ws: number
      source: number
      body: {
        mode?: 'live' | 'test'
      }
    }
    answer: NewKey
  }
  /** Revoke a trigger key for good */
  revokeTriggerKey: {
    given: {
      ws: number
      source: number
      key: number
    }
    answer: undefined
  }
  /** Every channel, and the settings of its connection */
  listChannels: {
    given: Record<never, never>
    answer: {
      data: Array<ChannelDescription>
      next_cursor: string | null
    }
  }
  /** List connections; secrets are never shown */
  listConnections: {
    given: {
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
    given: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: Connection
  }
  /** Connect a channel; a secret that is left out stays, null takes a setting away, a pause ends, the provider is told where to send */
  connect: {
    given: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      body: {
        /** As GET /v1/manage/channels describes them. */
        settings: Record<string, unknown>
      }
    }
    answer: ConnectionKept
  }
  /** Remove a connection */
  disconnect: {
    given: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: undefined
  }
  /** Check the kept settings and whether the connection is paused; nothing is sent */
  checkConnection: {
    given: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: ConnectionCheck
  }
  /** End a pause; what waited is sent */
  resumeConnection: {
    given: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
    }
    answer: undefined
  }
  /** The templates that the provider approved for this connection */
  listApprovedTemplates: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      /** Part of the name. */
      q?: string
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
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
    given: {
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
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
    }
    answer: {
      data: Array<Template>
      next_cursor: string | null
    }
  }
  /** Create a template */
  createTemplate: {
    given: {
      ws: number
      body: {
        slug: string
        name: string
        /** Sent to people who opted out. */
        essential?: boolean
        locales: Record<string, {
          subject?: string
          body: string
          channels?: {
            email?: {
              subject?: string
              body?: string
              /** true: the body is Markdown. A text: the e-mail is this Markdown instead of the body. */
              markdown?: boolean | string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            whatsapp?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            telegram?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            push?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            discord?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            slack?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            messenger?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
          }
        }>
      }
    }
    answer: Template
  }
  /** A template */
  readTemplate: {
    given: {
      ws: number
      slug: string
    }
    answer: Template
  }
  /** Replace a template; with version, only if nobody changed it since */
  replaceTemplate: {
    given: {
      ws: number
      slug: string
      body: {
        slug?: string
        name: string
        /** Sent to people who opted out. */
        essential?: boolean
        locales: Record<string, {
          subject?: string
          body: string
          channels?: {
            email?: {
              subject?: string
              body?: string
              /** true: the body is Markdown. A text: the e-mail is this Markdown instead of the body. */
              markdown?: boolean | string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            whatsapp?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            telegram?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            push?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            discord?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            slack?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** Instead of the locale's; the rest is the channel's own, such as discord's embeds. */
            messenger?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
          }
        }>
        version?: number
      }
    }
    answer: Template
  }
  /** Remove a template */
  removeTemplate: {
    given: {
      ws: number
      slug: string
    }
    answer: undefined
  }
  /** What a channel would carry */
  previewTemplate: {
    given: {
      ws: number
      slug: string
      body: {
        channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
        locale?: string
        vars?: Record<string, string>
      }
    }
    answer: Preview
  }
  /** Search recipients, newest first */
  listRecipients: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      mode?: 'live' | 'test'
      q?: string
      tag?: string
      ws: number
    }
    answer: {
      data: Array<StoredRecipient>
      next_cursor: string | null
    }
  }
  /** Create a recipient */
  createRecipient: {
    given: {
      ws: number
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
          /** Now, when left out. */
          registered_at?: string
        }>
        locale?: string
        tags?: Array<string>
        /** Whatever the application keeps. */
        metadata?: Record<string, unknown>
        preferred_channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
      }
    }
    answer: StoredRecipient
  }
  /** A recipient */
  readRecipient: {
    given: {
      ws: number
      id: number
    }
    answer: StoredRecipient
  }
  /** Change a recipient; null empties a field */
  changeRecipient: {
    given: {
      ws: number
      id: number
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
          /** Now, when left out. */
          registered_at?: string
        }>
        locale?: string
        tags?: Array<string>
        /** Whatever the application keeps. */
        metadata?: Record<string, unknown>
        preferred_channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | null
      }
    }
    answer: StoredRecipient
  }
  /** Remove a recipient's data; deliveries stay */
  removeRecipient: {
    given: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** A link that opens a chat with the bot; whoever follows it first is this recipient */
  telegramLink: {
    given: {
      ws: number
      id: number
      body: {
        /** Whose bot, where several sources have one. */
        source?: number
      }
    }
    answer: Invitation
  }
  /** Conversations, whoever wrote last first */
  listConversations: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      recipient?: number
      ws: number
    }
    answer: {
      data: Array<Conversation>
      next_cursor: string | null
    }
  }
  /** What was said and sent, newest first */
  readConversation: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
      id: number
    }
    answer: ConversationDetail
  }
  /** Addresses that want no more e-mail, and numbers that want no advertising by WhatsApp, newest first */
  listOptOuts: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      mode?: 'live' | 'test'
      q?: string
      ws: number
    }
    answer: {
      data: Array<OptOut>
      next_cursor: string | null
    }
  }
  /** Write no more e-mail to an address */
  addOptOut: {
    given: {
      ws: number
      body: {
        address: string
        mode?: 'live' | 'test'
      }
    }
    answer: OptOut
  }
  /** Lift an opt-out: the address is written to again */
  liftOptOut: {
    given: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Look through deliveries, newest first */
  listDeliveries: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      mode?: 'live' | 'test'
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger'
      recipient?: number
      source?: number
      template?: string
      /** Accepted then or later: ISO 8601. */
      since?: string
      /** Accepted before then: ISO 8601. */
      until?: string
      q?: string
      ws: number
    }
    answer: {
      data: Array<Delivery>
      next_cursor: string | null
    }
  }
  /** A delivery's whole story: content, attempts with reason and remedy, history */
  readTimeline: {
    given: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Move a delivery that waits for its first try */
  moveDelivery: {
    given: {
      ws: number
      id: number
      body: {
        scheduled_for: string
      }
    }
    answer: DeliveryTimeline
  }
  /** End a waiting delivery and pay it back */
  cancelDelivery: {
    given: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Send an ended delivery again, as a new and newly charged one */
  resendDelivery: {
    given: {
      ws: number
      id: number
    }
    answer: {
      delivery_id: number
    }
  }
  /** What test keys sent, newest first; notices that nobody mailed */
  listTestInbox: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
    }
    answer: {
      data: Array<TestMessage>
      next_cursor: string | null
      notices: Array<Notice>
    }
  }
  /** One message as the sandbox took it */
  readTestMessage: {
    given: {
      ws: number
      id: number
    }
    answer: TestMessage
  }
  /** List subscriptions; secrets are never shown */
  listSubscriptions: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
    }
    answer: {
      data: Array<Subscription>
      next_cursor: string | null
    }
  }
  /** Send events to an address; the secret is shown this once */
  subscribe: {
    given: {
      ws: number
      body: {
        /** https:// and on the public internet, unless the operator set ALLOW_PRIVATE_NETWORK. */
        url: string
        events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
      }
    }
    answer: NewSubscription
  }
  /** A subscription and how its receiver is doing */
  readSubscription: {
    given: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** Change the address, to which what waits goes too, or the chosen events */
  changeSubscription: {
    given: {
      ws: number
      id: number
      body: {
        /** https:// and on the public internet, unless the operator set ALLOW_PRIVATE_NETWORK. */
        url?: string
        events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
      }
    }
    answer: Subscription
  }
  /** Remove a subscription; what waits for it is not sent */
  unsubscribe: {
    given: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Issue a new secret; the old one signs beside it for 24 hours, or, immediately, no more */
  rotateSecret: {
    given: {
      ws: number
      id: number
      body: {
        immediately?: boolean
      } | null
    }
    answer: RotatedSecret
  }
  /** Send nothing more; events are still kept for a replay */
  disableSubscription: {
    given: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** Send again, counting failures from zero; replay what was missed */
  reactivateSubscription: {
    given: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** What the subscription was told in the last 7 days, newest first */
  listSubscriptionEvents: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      status?: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
      event?: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
      delivery?: number
      ws: number
      id: number
    }
    answer: {
      data: Array<SubscriptionEvent>
      next_cursor: string | null
    }
  }
  /** An event: its body and every attempt */
  readSubscriptionEvent: {
    given: {
      ws: number
      id: number
      entry: number
    }
    answer: SubscriptionEventDetail
  }
  /** Attempts to reach the receiver, newest first */
  listAttempts: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
      id: number
    }
    answer: {
      data: Array<EventAttempt>
      next_cursor: string | null
    }
  }
  /** Send events again: one, all of a time, or all that were not received */
  replayEvents: {
    given: {
      ws: number
      id: number
      body: {
        event_id?: string
        /** Recorded then or later. */
        since?: string
        /** Recorded before then. */
        until?: string
        /** All that were given up or recorded while disabled, and not replayed yet. */
        failed?: boolean
      }
    }
    answer: {
      replayed: number
    }
  }
  /** Send the example of an event at once and tell what came of it */
  sendTestEvent: {
    given: {
      ws: number
      id: number
      body: {
        event?: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'
      } | null
    }
    answer: TestEventResult
  }
  /** Keep events for somebody who asks for them; it ends an hour after it last asked */
  startListener: {
    given: {
      ws: number
      body: {
        /** All when left out. */
        events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.received' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'automation.triggered'>
        /** A secret of your own; whsec_ and base64. */
        secret?: string
      } | null
    }
    answer: Listener
  }
  /** The events kept so far, oldest first; waits for one where there is none */
  hear: {
    given: {
      ws: number
      id: number
      body: {
        /** Ids of those that need not be told again. */
        done?: Array<number>
        /** Seconds. */
        wait?: number
        limit?: number
      } | null
    }
    answer: {
      data: Array<HeardEvent>
    }
  }
  /** End a listener and forget what is kept for it */
  endListener: {
    given: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** What the owners were told, newest first */
  listNotices: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      ws: number
    }
    answer: {
      data: Array<Notice>
      next_cursor: string | null
    }
  }
  /** Look through callbacks, newest first */
  listCallbacks: {
    given: {
      /** next_cursor of the page before. */
      cursor?: string
      limit?: number
      mode?: 'live' | 'test'
      status?: 'waiting' | 'sending' | 'received' | 'failed'
      delivery?: number
      ws: number
    }
    answer: {
      data: Array<Callback>
      next_cursor: string | null
    }
  }
  /** A callback with its body and every attempt */
  readCallback: {
    given: {
      ws: number
      id: number
    }
    answer: CallbackDetail
  }
  /** Send an ended callback once more, as a new one */
  replayCallback: {
    given: {
      ws: number
      id: number
    }
    answer: CallbackDetail
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
  listWorkspaces: ['GET', '/manage/workspaces', ['cursor', 'limit']],
  createWorkspace: ['POST', '/manage/workspaces', []],
  readWorkspace: ['GET', '/manage/workspaces/{ws}', []],
  changeWorkspace: ['PATCH', '/manage/workspaces/{ws}', []],
  readLedger: ['GET', '/manage/workspaces/{ws}/credits', ['cursor', 'limit']],
  giveCredits: ['POST', '/manage/workspaces/{ws}/credits', []],
  listSources: ['GET', '/manage/workspaces/{ws}/sources', ['cursor', 'limit']],
  createSource: ['POST', '/manage/workspaces/{ws}/sources', []],
  readSource: ['GET', '/manage/workspaces/{ws}/sources/{source}', []],
  changeSource: ['PATCH', '/manage/workspaces/{ws}/sources/{source}', []],
  removeSource: ['DELETE', '/manage/workspaces/{ws}/sources/{source}', []],
  listApiKeys: ['GET', '/manage/workspaces/{ws}/sources/{source}/api-keys', []],
  createApiKey: ['POST', '/manage/workspaces/{ws}/sources/{source}/api-keys', []],
  revokeApiKey: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/api-keys/{key}', []],
  listTriggerKeys: ['GET', '/manage/workspaces/{ws}/sources/{source}/trigger-keys', []],
  createTriggerKey: ['POST', '/manage/workspaces/{ws}/sources/{source}/trigger-keys', []],
  revokeTriggerKey: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/trigger-keys/{key}', []],
  listChannels: ['GET', '/manage/channels', []],
  listConnections: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections', []],
  readConnection: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}', []],
  connect: ['PUT', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}', []],
  disconnect: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}', []],
  checkConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/check', []],
  resumeConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/resume', []],
  listApprovedTemplates: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates', ['cursor', 'limit', 'q']],
  syncApprovedTemplates: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates/sync', []],
  listTemplates: ['GET', '/manage/workspaces/{ws}/templates', ['cursor', 'limit']],
  createTemplate: ['POST', '/manage/workspaces/{ws}/templates', []],
  readTemplate: ['GET', '/manage/workspaces/{ws}/templates/{slug}', []],
  replaceTemplate: ['PUT', '/manage/workspaces/{ws}/templates/{slug}', []],
  removeTemplate: ['DELETE', '/manage/workspaces/{ws}/templates/{slug}', []],
  previewTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/preview', []],
  listRecipients: ['GET', '/manage/workspaces/{ws}/recipients', ['cursor', 'limit', 'mode', 'q', 'tag']],
  createRecipient: ['POST', '/manage/workspaces/{ws}/recipients', []],
  readRecipient: ['GET', '/manage/workspaces/{ws}/recipients/{id}', []],
  changeRecipient: ['PATCH', '/manage/workspaces/{ws}/recipients/{id}', []],
  removeRecipient: ['DELETE', '/manage/workspaces/{ws}/recipients/{id}', []],
  telegramLink: ['POST', '/manage/workspaces/{ws}/recipients/{id}/telegram-link', []],
  listConversations: ['GET', '/manage/workspaces/{ws}/conversations', ['cursor', 'limit', 'channel', 'recipient']],
  readConversation: ['GET', '/manage/workspaces/{ws}/conversations/{id}', ['cursor', 'limit']],
  listOptOuts: ['GET', '/manage/workspaces/{ws}/opt-outs', ['cursor', 'limit', 'mode', 'q']],
  addOptOut: ['POST', '/manage/workspaces/{ws}/opt-outs', []],
  liftOptOut: ['DELETE', '/manage/workspaces/{ws}/opt-outs/{id}', []],
  listDeliveries: ['GET', '/manage/workspaces/{ws}/deliveries', ['cursor', 'limit', 'mode', 'status', 'channel', 'recipient', 'source', 'template', 'since', 'until', 'q']],
  readTimeline: ['GET', '/manage/workspaces/{ws}/deliveries/{id}', []],
  moveDelivery: ['PATCH', '/manage/workspaces/{ws}/deliveries/{id}', []],
  cancelDelivery: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/cancel', []],
  resendDelivery: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/resend', []],
  listTestInbox: ['GET', '/manage/workspaces/{ws}/test-inbox', ['cursor', 'limit']],
  readTestMessage: ['GET', '/manage/workspaces/{ws}/test-inbox/{id}', []],
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
  startListener: ['POST', '/manage/workspaces/{ws}/listeners', []],
  hear: ['POST', '/manage/workspaces/{ws}/listeners/{id}/hear', []],
  endListener: ['DELETE', '/manage/workspaces/{ws}/listeners/{id}', []],
  listNotices: ['GET', '/manage/workspaces/{ws}/notices', ['cursor', 'limit']],
  listCallbacks: ['GET', '/manage/workspaces/{ws}/callbacks', ['cursor', 'limit', 'mode', 'status', 'delivery']],
  readCallback: ['GET', '/manage/workspaces/{ws}/callbacks/{id}', []],
  replayCallback: ['POST', '/manage/workspaces/{ws}/callbacks/{id}/replay', []],
}
