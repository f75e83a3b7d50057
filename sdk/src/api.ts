// Generated from the API document by `npm run generate`. Do not edit.

/** The message was accepted and stored. */
export type SendResponse = {
  status: 'queued' | 'sending' | 'sent' | 'delivered'
  delivery_id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
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
  /** Present for a message with `digest`. The delivery is the delivery of the digest. */
  digest?: {
    /** The number of messages in the digest, including this one. */
    items: number
  }
  /** The steps of `fallback`, or the repeats of `repeat`. The response describes the step that starts first. */
  steps?: Array<{
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    status: 'started' | 'waiting' | 'skipped'
    delivery_id: number | null
    /** The reason why the step is skipped. */
    reason: string | null
  }>
}

/** The idempotency key was already used within the last hour, and the response describes the first delivery. Or, with `suppressed_by`, the message is over its limit, and the response describes the newest delivery that counts. */
export type ReplayResponse = {
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  delivery_id: number
  idempotency_key: string | null
  replayed: true
  /** The message is over the `limit` of its request, so it was not sent. */
  suppressed_by?: 'limit'
  /** The body differs from the body of the first request with this key. */
  body_mismatch?: true
}

/** What the request would do. Nothing was stored, sent or charged. */
export type DryRunResponse = {
  dry_run: true
  /** The message would be accepted. */
  status: 'queued'
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** The id is null if the request would create the recipient. */
  recipient: {
    id: number | null
    name: string
    address: string
  }
  template: string
  category: string | null
  /** Channels before the chosen one that the recipient declines for this category. */
  declined_channels: Array<'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'>
  /** The language of the content. */
  locale: string
  /** The account that would pay. null for a test key, whose messages are free. */
  price: {
    account: 'quota' | 'whatsapp' | 'credits' | null
    credits: number
  }
  scheduled_for: string | null
  /** The end of the quiet hours for which the message would wait. null if it would not wait. */
  deferred_until: string | null
  /** The message would not be sent after this time. */
  expires_at: string
  /** Present for a message with `digest`: whether it would open a digest or join an open one, which is free, and the number of messages in the digest. */
  digest?: {
    result: 'opens' | 'joins'
    items: number
    /** The time at which the digest is sent if no further message joins it. */
    closes_at: string
    /** The end of the quiet hours for which the digest would wait if it closed at this time. */
    deferred_until: string | null
  }
  /** Present for a message with `limit` that counts toward it. `counted` is the number of messages in the period, including this one. */
  limit?: {
    key: string
    most: number
    per: string
    counted: number
  }
  /** The rendered content. It also contains buttons, media, attachments and the content for this channel. */
  content: {
    subject?: string
    body: string
    /** The size of an SMS. */
    segments?: {
      segments: number
      [name: string]: unknown
    }
    [name: string]: unknown
  }
  /** The steps of `fallback`, or the repeats of `repeat`. */
  steps?: Array<{
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    status: 'started' | 'waiting' | 'skipped'
    /** The reason why the step is skipped. */
    reason: string | null
    /** The address to which the step would be sent now. null if the recipient has none. */
    address: string | null
    /** null if the step starts only after a failure of the step before it. */
    after_seconds: number | null
    /** null for the first step. */
    unless: 'delivered' | 'read' | 'acted' | null
    /** The time at which the step starts if each step before it is sent at its time and does not reach the condition. null for a step that starts only after a failure, that is skipped, or that would start after the message has expired. */
    starts_at: string | null
    /** The end of the quiet hours for which the step would wait at this time. */
    deferred_until: string | null
    /** The reason why a waiting step would be skipped if it started now. It is decided again when the step starts. */
    obstacle: string | null
    /** The account that pays when the step starts, and the credits if this account is used up. A test message is free. */
    price: {
      account: 'quota' | 'whatsapp' | null
      credits: number
    }
    /** The content of a waiting step. Absent for a repeat. */
    content?: {
      body: string
      [name: string]: unknown
    }
  }>
}

/** Usage of the key's workspace in the calendar month (UTC). A limit of null means that the usage is unlimited. */
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
    /** The used part of the limit in percent, rounded down. 100 only if the limit is used up. 0 if there is no limit. */
    percentage: number
  }
  whatsapp: {
    used: number
    limit: number | null
  }
  period_start: string
  period_end: string
}

/** The state of the installation. */
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
  /** The recipient is found by id or address, and created if no address is known. Set at least one of id, email, whatsapp_phone, phone, telegram_chat_id. */
  recipient: {
    /** An existing recipient of the workspace. */
    id?: number | null
    /** The name of the recipient. Default: the address. */
    name?: string | null
    email?: string | null
    /** E.164, with the leading plus sign. */
    whatsapp_phone?: string | null
    /** The number for SMS: E.164, with the leading plus sign. It also finds a recipient with this `whatsapp_phone`. */
    phone?: string | null
    /** The id of the recipient's chat with the bot. */
    telegram_chat_id?: string | null
    /** Default `it`. */
    locale?: string | null
  }
  /** Template slug. */
  template: string
  /** Values for `{{name}}`, with at most 262144 characters in total. The keys "1", "2", … are WhatsApp's positional parameters. */
  vars?: Record<string, string> | null
  /** Values for a Liquid template: any JSON with at most 262144 characters. The template reads them as data. */
  data?: unknown
  /** Default: the first channel that reaches the recipient. */
  channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
  priority?: 'low' | 'normal' | 'high' | null
  /** Replaces the template's subject. May contain placeholders. */
  subject?: string | null
  /** A request with the same key within an hour returns the same delivery. */
  idempotency_key?: string | null
  /** RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. A time in the past means now. The time may be at most a year ahead. */
  scheduled_for?: string | null
  /** Whether the message is repeated after an attempt with an unknown outcome. Default: the connection of the attempt repeats it, so the recipient may receive it twice. `allow`: another connection of the channel may repeat it. `never`: the message fails and is refunded. */
  duplicates?: 'allow' | 'never' | null
  /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
  expires_after?: string | null
  /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
  quiet_hours?: 'respect' | 'ignore' | null
  /** A message over the limit is not sent and not charged. The response is a ReplayResponse that describes the newest counted message. Failed messages do not count. */
  limit?: {
    /** Messages with the same key to the same recipient count together. */
    key: string
    /** The most messages in the period. */
    most: number
    /** The period. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 31d. */
    per: string
  } | null
  /** Collects messages and sends them as one delivery. The first message opens the digest and is charged. A later message joins the digest, is free, and gets the id of the same delivery. Not allowed together with `actions`, `media`, `attachments` and `scheduled_for`. */
  digest?: {
    /** Messages with the same key, recipient, channel and template are sent as one message. */
    key: string
    /** The digest is sent when no message has joined it for this time. At most 1d. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. */
    wait: string
    /** The digest is sent at the latest this long after its first message. Default 1d. At most 7d. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. */
    at_most?: string | null
  } | null
  /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
  category?: string | null
  /** The channels of the message, in order: at least two. The first step is sent at once, and the others only if the message has not arrived. Each step is charged when it starts. Excludes `channel`. Default: the fallback of the template, unless the request has `channel`, `digest` or `repeat`. An empty list sends the message without the fallback of the template. */
  fallback?: Array<{
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
    after?: string | null
    /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
    unless?: 'delivered' | 'read' | 'acted' | null
  }> | null
  /** Repeats the message on the same channel. Each repeat is charged when it starts. Excludes `fallback`. */
  repeat?: {
    /** The time between the sending of a message and the next repeat. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
    every: string
    /** The message is not repeated after it has reached this. */
    until?: 'delivered' | 'read' | 'acted' | null
    /** The most repeats after the first message. */
    at_most: number
  } | null
  actions?: Array<{
    /** The name of the action in the callback. */
    slug: string
    /** The text of the button. Default: the slug. */
    label?: string | null
    /** The URL that receives a signed POST request when the recipient uses the action. */
    callback_url: string
    /** Sent to the callback without changes. At most 16384 bytes of JSON in UTF-8. */
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
    /** The name that the recipient sees. */
    filename: string
    /** The file in base64, with or without line breaks and padding, but not as a data URL. Set either content or url. Decoded files may have at most 10 MB per message and 30 MB per request. */
    content?: string | null
    /** Public URL of the file. Set either url or content. */
    url?: string | null
    /** Default: derived from the filename. */
    mime_type?: string | null
  }> | null
}

export type Workspace = {
  id: number
  name: string
  plan: string
  /** Messages per month. null if they are unlimited. */
  quota: number | null
  /** WhatsApp messages per month. null if they are unlimited. */
  whatsapp_limit: number | null
  default_locale: string
  /** The name, color and logo_url that pages and messages show. */
  brand: Record<string, unknown>
  /** An address that receives notices, in addition to the owners. */
  notice_email: string | null
  /** The IANA time zone in which the portal groups figures by day. */
  time_zone: string
  /** A daily period in which messages wait. */
  quiet_hours: {
    /** The local time at which the quiet hours begin. */
    from: string
    /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
    to: string
    /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
    time_zone?: string
  } | null
  /** The caller's role in the workspace. */
  role: 'owner' | 'admin' | 'viewer'
  created_at: string
}

export type WorkspaceDetail = {
  id: number
  name: string
  plan: string
  /** Messages per month. null if they are unlimited. */
  quota: number | null
  /** WhatsApp messages per month. null if they are unlimited. */
  whatsapp_limit: number | null
  default_locale: string
  /** The name, color and logo_url that pages and messages show. */
  brand: Record<string, unknown>
  /** An address that receives notices, in addition to the owners. */
  notice_email: string | null
  /** The IANA time zone in which the portal groups figures by day. */
  time_zone: string
  /** A daily period in which messages wait. */
  quiet_hours: {
    /** The local time at which the quiet hours begin. */
    from: string
    /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
    to: string
    /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
    time_zone?: string
  } | null
  /** The caller's role in the workspace. */
  role: 'owner' | 'admin' | 'viewer'
  created_at: string
  usage: Usage
  credits: number
}

export type CreditEntry = {
  id: number
  kind: 'purchase' | 'overage' | 'refund'
  amount: number
  /** Remaining credits after this entry. */
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
  phone: string | null
  telegram_chat_id: string | null
  messenger_psid: string | null
  slack_channel: string | null
  push: Array<{
    /** web: a browser (Web Push). fcm: an app with a Firebase token. apns: an app with a token of Apple. expo: an app with a push token of Expo. */
    kind: 'web' | 'fcm' | 'apns' | 'expo'
    /** web: the endpoint of the push subscription. */
    endpoint?: string
    /** web: the keys of the push subscription. */
    keys?: {
      /** The browser's public key, 65 bytes in base64url. */
      p256dh: string
      /** The browser's secret, 16 bytes in base64url. */
      auth: string
    }
    /** web: ignored. The field is accepted so that you can send the result of PushSubscription.toJSON() unchanged. */
    expirationTime?: number | null
    /** web: the VAPID public key of the subscription. */
    vapid_key?: string
    /** fcm: the registration token. apns: the device token in hexadecimal. expo: the push token, such as ExponentPushToken[…]. */
    token?: string
    /** fcm, expo: the platform of the app, for display. */
    platform?: 'android' | 'ios' | 'web'
    /** apns: the environment that issued the token. Builds from Xcode have sandbox tokens. Default: the environment of the connection. */
    environment?: 'production' | 'sandbox'
    /** Default: now. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
    registered_at?: string
  }>
  locale: string
  /** True for a default, which a locale in a send request replaces. */
  locale_is_default: boolean
  tags: Array<string>
  /** Data that the application stores with the recipient. */
  metadata: Record<string, unknown>
  preferred_channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
  /** A daily period in which messages wait. */
  quiet_hours: {
    /** The local time at which the quiet hours begin. */
    from: string
    /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
    to: string
    /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
    time_zone?: string
  } | null
  time_zone: string | null
  /** The addresses that a provider reported as unreachable, by channel. Each has the reason and the time. For viewers, the reason is masked. */
  unusable: Record<string, unknown>
  created_at: string
  updated_at: string
}

export type AddressDescription = {
  /** The recipient's field. */
  field: string
  /** The channel that uses the address. */
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  label: {
    en: string
    it: string
  }
  example: string | null
  /** True if the field is a list to which registrations add entries. False if it is one string. */
  list: boolean
  /** True if the address identifies a person. The fields are sorted from the strongest identifier to the weakest. */
  identifies: boolean
  /** True if a send request may contain the field. */
  in_requests: boolean
  /** True if recipients can opt out of messages to the address. */
  takes_opt_outs: boolean
}

export type OptOut = {
  id: number
  mode: 'live' | 'test'
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** all: every message on the channel. advertising: only messages of marketing templates. Messages of essential templates are always sent. */
  blocks: 'all' | 'advertising'
  address: string
  /** The delivery whose unsubscribe link was used. null if a member added the opt-out or the provider reported it. */
  delivery_id: number | null
  at: string
}

export type Delivery = {
  id: number
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  /** What the delivery waits for, or how it ended: queued is divided into scheduled, collecting, deferred, queued, retrying and paused, and failed into failed and cancelled. */
  state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled'
  mode: 'live' | 'test'
  source_id: number
  source_name: string
  recipient_id: number
  recipient_name: string
  address: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  template_slug: string
  /** The category. Also null in a list if the message is very large. */
  category: string | null
  /** The beginning of the subject, or of the text if the recipient sees no subject. Viewers see a mask in place of sensitive values. null if the message is very large. */
  summary: string | null
  priority: 'low' | 'normal' | 'high'
  /** The provider's message id. */
  external_id: string | null
  /** Viewers see a mask in place of a sensitive value. */
  error_message: string | null
  /** The number of attempts that count, of at most 4. */
  attempts_made: number
  /** The time from which a queued delivery is sent. */
  due_at: string | null
  created_at: string
  scheduled_for: string | null
  /** Machine-readable reason of a failure. `quiet_hours`: the message waits for quiet hours to end. */
  reason: string | null
  /** The end of the quiet hours for which the message waits. */
  deferred_until: string | null
}

export type DeliveryTimeline = {
  id: number
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  /** What the delivery waits for, or how it ended: queued is divided into scheduled, collecting, deferred, queued, retrying and paused, and failed into failed and cancelled. */
  state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled'
  mode: 'live' | 'test'
  source_id: number
  source_name: string
  recipient_id: number
  recipient_name: string
  address: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  template_slug: string
  /** The category. Also null in a list if the message is very large. */
  category: string | null
  /** The beginning of the subject, or of the text if the recipient sees no subject. Viewers see a mask in place of sensitive values. null if the message is very large. */
  summary: string | null
  priority: 'low' | 'normal' | 'high'
  /** The provider's message id. */
  external_id: string | null
  /** Viewers see a mask in place of a sensitive value. */
  error_message: string | null
  /** The number of attempts that count, of at most 4. */
  attempts_made: number
  /** The time from which a queued delivery is sent. */
  due_at: string | null
  created_at: string
  scheduled_for: string | null
  /** Machine-readable reason of a failure. `quiet_hours`: the message waits for quiet hours to end. */
  reason: string | null
  /** The end of the quiet hours for which the message waits. */
  deferred_until: string | null
  /** The message as it was rendered when the request was accepted. For viewers, sensitive variables (also inside the text), queries of callback URLs, and payloads are masked. */
  content: Record<string, unknown>
  /** The message is not sent after this time. */
  expires_at: string
  /** The time of the next attempt, or null. It is also null for a due delivery if its connection is paused until a person ends the pause. */
  next_at: string | null
  /** How the message was charged: quota, whatsapp or credits. */
  paid_by: string | null
  credits: number
  refunded: boolean
  /** The step that solves the problem. null if there is no problem. */
  remedy: string | null
  attempts: Array<{
    attempt: number
    started_at: string
    ended_at: string
    outcome: string
    provider_status: string | null
    code: string | null
    reason: string | null
    /** For the last attempt, the remedy of the delivery. null for earlier attempts. */
    remedy: string | null
    response: string | null
    /** The provider connection that the attempt used. Its other fields are null if the connection was removed. null for test messages, if the attempt used several connections, and if its worker stopped. */
    connection: {
      id: number
      provider: string | null
      title: string | null
      /** The present position in the order of the channel. */
      position: number | null
    } | null
  }>
  /** The provider's receipts, in the order of their arrival. */
  receipts: Array<{
    status: 'delivered' | 'read' | 'failed'
    /** The time that the provider reported. */
    at: string
    code: string | null
    reason: string | null
    remedy: string | null
    /** The provider's price category. */
    price: string | null
    /** True if the receipt changed the status. False for a late or repeated receipt. */
    applied: boolean
  }>
  /** Reported bounces and complaints, in the order of their arrival. */
  bounces: Array<{
    /** hard: the address does not exist. soft: this message was not delivered. complaint: the recipient reported the message as spam. */
    type: 'hard' | 'soft' | 'complaint'
    /** provider: a webhook. mail: a bounce mail or a feedback report. */
    origin: 'provider' | 'mail'
    code: string | null
    /** The explanation of the provider or mail server. */
    detail: string | null
    at: string
  }>
  history: Array<{
    status: string
    at: string
  }>
  /** The fallback of which the delivery is a step. null for other deliveries. */
  fallback: {
    /** The id of the delivery of the first step. */
    id: number
    state: 'open' | 'ended'
    ended_reason: 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure' | null
    ended_at: string | null
    next_at: string | null
    steps: Array<{
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      after_seconds: number | null
      unless: 'delivered' | 'read' | 'acted' | null
      state: 'waiting' | 'started' | 'skipped' | 'not_needed'
      reason: string | null
      decided_at: string | null
      delivery_id: number | null
      status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | null
      delivery_state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | null
      attempts_made: number | null
      /** Whether a button of the step was pressed. */
      acted: boolean
    }>
  } | null
  actions: Array<TimelineAction>
  /** The events that were recorded for subscriptions, in their order. Events are kept for 7 days. */
  events: Array<{
    id: number
    subscription_id: number
    /** The URL of the endpoint. Its query and fragment are masked. */
    url: string
    event: string
    status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
    attempts_made: number
    created_at: string
    ended_at: string | null
  }>
  callbacks: Array<TimelineCallback>
  /** The collected messages. null if the delivery is no digest. */
  digest: {
    /** The key of the digest. */
    key: string
    /** The number of messages. */
    items: number
    opened_at: string
    /** When the open digest closes if no other message joins it. */
    closes_at: string | null
    /** null while messages may join. */
    closed_at: string | null
  } | null
  /** The body of a request that sends the same message to the same recipient. It is rebuilt from the stored message, so it may differ from the original request. It contains neither an idempotency key nor the bytes of attachments. For viewers, it is masked in the same way as `content`. */
  request: Record<string, unknown>
  /** The key of the request. null if no key was used, for example for a resend. */
  key: {
    id: number
    kind: 'api' | 'trigger'
    name: string | null
    /** The last four characters of the key. */
    hint: string
  } | null
  /** What members and management tokens did with the delivery, oldest first. */
  changes: Array<{
    kind: 'rescheduled' | 'cancelled' | 'resent' | 'sent_now'
    at: string
    /** The member or management token. */
    by: {
      kind: string
      id: number | null
      name: string
    }
    /** Of a reschedule: the previous time. */
    from: string | null
    /** Of a reschedule: the new time. */
    to: string | null
    /** Of a resend: the new delivery. */
    delivery_id: number | null
  }>
  /** The delivery that this delivery repeats. */
  resent_from: {
    delivery_id: number
    at: string
    /** The member or management token. */
    by: {
      kind: string
      id: number | null
      name: string
    }
  } | null
}

export type Digest = {
  /** The key of the digest. */
  key: string
  /** The number of messages. */
  items: number
  opened_at: string
  /** When the open digest closes if no other message joins it. */
  closes_at: string | null
  /** null while messages may join. */
  closed_at: string | null
  /** The number of messages that are not in `list`. */
  more: number
  /** The first messages, in the order in which they joined. */
  list: Array<Record<string, unknown>>
}

export type DeliveryPreview = {
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  /** The message as its channel shows it. Links of buttons and the unsubscribe link lead nowhere. For viewers, sensitive variables are masked. */
  message: Record<string, unknown>
}

export type DryRun = {
  result: DryRunResponse | ReplayResponse
  /** The message as its channel would show it. Links of buttons and the unsubscribe link lead nowhere. null if no new message would be sent. */
  message: Record<string, unknown> | null
}

export type Template = {
  id: number
  slug: string
  name: string
  essential: boolean
  /** Names of variables whose values viewers do not see. */
  sensitive: Array<string>
  engine: 'placeholders' | 'liquid'
  /** The slug of the layout of emails. */
  layout: string | null
  /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
  defaults: {
    /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
    expires_after?: string
    /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
    quiet_hours?: 'respect' | 'ignore'
    /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
    category?: string
    /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
    fallback?: Array<{
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
      after?: string
      /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
      unless?: 'delivered' | 'read' | 'acted'
    }>
  }
  /** The content of each locale: subject, body and content for single channels. */
  locales: Record<string, unknown>
  version: number
  /** false if only a draft exists. Then version is 0 and locales is empty. */
  published: boolean
  tags: Array<string>
  /** The draft without its content. null if there is no draft. */
  draft: {
    /** Raised by every save of the draft. */
    revision: number
    /** The published version from which the draft began. 0 for none. */
    based_on: number
    updated_at: string
    /** The member or token that saved it. null if the service saved it. */
    updated_by: string | null
  } | null
  used_by: {
    automations: Array<{
      id: number
      name: string
    }>
  }
  /** The last message, accurate to the minute. null if there is none. */
  last_used_at: string | null
  created_at: string
  updated_at: string
  /** The member or token that saved the template. null if the service saved it. */
  updated_by: string | null
}

export type TemplateSummary = {
  id: number
  slug: string
  name: string
  engine: 'placeholders' | 'liquid'
  /** The slug of the layout of emails. */
  layout: string | null
  version: number
  /** false if only a draft exists. Then version is 0 and locales is empty. */
  published: boolean
  tags: Array<string>
  locales: Array<string>
  channels: Array<string>
  email_format: 'text' | 'markdown' | 'html' | 'mjml'
  /** The draft without its content. null if there is no draft. */
  draft: {
    /** Raised by every save of the draft. */
    revision: number
    /** The published version from which the draft began. 0 for none. */
    based_on: number
    updated_at: string
    /** The member or token that saved it. null if the service saved it. */
    updated_by: string | null
  } | null
  /** The number of automations that send the template. */
  used_by: number
  /** The last message, accurate to the minute. null if there is none. */
  last_used_at: string | null
  created_at: string
  updated_at: string
  /** The member or token that saved it. null if the service saved it. */
  updated_by: string | null
}

export type TemplateDraft = {
  slug: string
  name: string
  essential: boolean
  /** Names of variables whose values viewers do not see. */
  sensitive: Array<string>
  engine: 'placeholders' | 'liquid'
  /** The slug of the layout of emails. */
  layout: string | null
  /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
  defaults: {
    /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
    expires_after?: string
    /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
    quiet_hours?: 'respect' | 'ignore'
    /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
    category?: string
    /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
    fallback?: Array<{
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
      after?: string
      /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
      unless?: 'delivered' | 'read' | 'acted'
    }>
  }
  /** The content of each locale: subject, body and content for single channels. */
  locales: Record<string, unknown>
  revision: number
  based_on: number
  updated_at: string
  /** The member or token that saved it. null if the service saved it. */
  updated_by: string | null
  problems: Array<{
    /** The path of the text, such as locales.it.channels.email.mjml. */
    field: string
    message: string
    line: number | null
    column: number | null
    /** An error prevents publishing. */
    severity: 'error' | 'warning'
  }>
}

export type TemplateChanges = {
  based_on: number
  version: number
  changes: Array<{
    field: string
    /** null if the published content has no such field. */
    before: string | null
    /** null if the draft has no such field. */
    after: string | null
  }>
  problems: Array<{
    /** The path of the text, such as locales.it.channels.email.mjml. */
    field: string
    message: string
    line: number | null
    column: number | null
    /** An error prevents publishing. */
    severity: 'error' | 'warning'
  }>
}

export type TemplateCheck = {
  problems: Array<{
    /** The path of the text, such as locales.it.channels.email.mjml. */
    field: string
    message: string
    line: number | null
    column: number | null
    /** An error prevents publishing. */
    severity: 'error' | 'warning'
  }>
  /** The variables of each language. */
  variables: Record<string, Array<string>>
}

export type Layout = {
  id: number
  slug: string
  name: string
  format: 'html' | 'mjml'
  /** The content of each locale, with the texts before and after the plain text part. */
  locales: Record<string, unknown>
  version: number
  /** The number of templates with this layout. */
  used_by: number
  created_at: string
  updated_at: string
  /** The member or token that saved it. null if the service saved it. */
  updated_by: string | null
}

export type LayoutPreview = {
  locale: string
  html: string
  text: string
  problems: Array<{
    /** The path of the text, such as locales.it.channels.email.mjml. */
    field: string
    message: string
    line: number | null
    column: number | null
    /** An error prevents publishing. */
    severity: 'error' | 'warning'
  }>
}

export type TemplateVersion = {
  id: number
  version: number
  name: string
  /** The member or token that saved the version. */
  by: string | null
  at: string
  current: boolean
}

export type TemplateVersionContent = {
  id: number
  version: number
  name: string
  /** The member or token that saved the version. */
  by: string | null
  at: string
  current: boolean
  essential: boolean
  /** Names of sensitive variables. null if the version was saved before 0.2.0. Restoring this version adds these names to those of the template. */
  sensitive: Array<string> | null
  engine: 'placeholders' | 'liquid'
  /** The slug of the layout of emails. */
  layout: string | null
  /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
  defaults: {
    /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
    expires_after?: string
    /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
    quiet_hours?: 'respect' | 'ignore'
    /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
    category?: string
    /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
    fallback?: Array<{
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
      after?: string
      /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
      unless?: 'delivered' | 'read' | 'acted'
    }>
  }
  /** The content of each locale: subject, body and content for single channels. */
  locales: Record<string, unknown>
}

export type Preview = {
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  locale: string
  subject: string | null
  body: string
  /** The content that is specific to this channel. */
  own?: Record<string, unknown>
  /** The used variables that have no value. */
  missing: Array<string>
  /** All variables that this channel and locale use. */
  variables: Array<string>
  /** Limits that the message exceeds, and other problems. */
  problems: Array<{
    /** The path of the text, such as locales.it.channels.email.mjml. */
    field: string
    message: string
    line: number | null
    column: number | null
    /** An error prevents publishing. */
    severity: 'error' | 'warning'
  }>
  /** The message as the channel shows it, as in the test inbox. */
  message: Record<string, unknown>
}

export type Session = {
  /** The caller. */
  actor: {
    kind: 'member' | 'token'
    id: number
    /** True if the caller is an operator of the installation. */
    operator: boolean
    name?: string
    email?: string
    session_id?: number
    /** The last characters of a management token. */
    hint?: string
    /** The rights of the token. read: the rights of a viewer in every workspace. manage: the rights of an owner in every workspace. operator: all rights. */
    scope?: 'read' | 'manage' | 'operator'
    /** The expiry of a management token. null if it never expires. */
    expires_at?: string | null
  }
  /** At most 200 workspaces. GET /v1/manage/workspaces returns all of them, in pages. */
  workspaces: Array<{
    id: number
    name: string
    plan: string
    role: 'owner' | 'admin' | 'viewer'
    created_at: string
  }>
  /** Properties of this installation. */
  installation: {
    name: string
    version: string
    public_url: string
    base_path: string
    /** True if a mail server is set. Without a mail server, the portal shows the links for invitations and new passwords. */
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
  /** True if a sign-in to the account needs a code. */
  second_factor: boolean
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
  /** True for the session that sent this request. */
  current: boolean
}

export type SignInOptions = {
  /** The OpenID Connect provider. null if members sign in with passwords only. */
  provider: {
    name: string
  } | null
  /** The members who may sign in with a password. */
  passwords: 'everyone' | 'operators'
}

export type Identity = {
  id: number
  /** The issuer URL of the provider. */
  issuer: string
  /** The address that the provider reported last. */
  email: string | null
  linked_at: string
  last_used_at: string | null
}

export type SecondFactor = {
  /** True if a sign-in to the account needs a code. */
  enabled: boolean
  since: string | null
  /** The number of recovery codes that are not used yet. */
  recovery_codes: number
  /** True if the set-up needs the password of the account. An account that a sign-in with the provider created has no password. */
  needs_password: boolean
}

export type Member = {
  id: number
  name: string
  email: string
  operator: boolean
  /** True if a sign-in to the account needs a code. */
  second_factor: boolean
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
  /** The state of the email with the link. null if the link was shown to the inviter, because no mail server is set. */
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
  /** The state of the email with the link. null if the link was shown to the inviter, because no mail server is set. */
  mail: 'waiting' | 'sent' | 'failed' | null
  /** The link, which is shown only once. null if the link is sent by email. Then only a person who reads this mailbox can accept. */
  link: string | null
  /** True if the link is sent by email and not shown. */
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
  /** True if the address has an account. Then the person accepts with the existing password and sets no new one. */
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
  /** The action as a phrase. */
  says: string
  object: {
    kind: string
    id: string | null
    name: string | null
  } | null
  /** The previous values of the changed fields. */
  before: Record<string, unknown> | null
  /** The content of the request, without secrets. */
  change: Record<string, unknown> | null
  /** unknown: the service stopped or failed during the change. It is not known whether the change was made. */
  outcome: 'done' | 'unknown'
}

export type ManagementToken = {
  id: number
  name: string
  /** The rights of the token. read: the rights of a viewer in every workspace. manage: the rights of an owner in every workspace. operator: all rights. */
  scope: 'read' | 'manage' | 'operator'
  /** The last characters of the token. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** The expiry of the token. null if the token never expires. */
  expires_at: string | null
  /** The time of the last use, accurate to the minute. null if the token was never used. */
  last_used_at: string | null
  revoked_at: string | null
  /** True for the token that sent this request. */
  current: boolean
}

export type NewManagementToken = {
  id: number
  name: string
  /** The rights of the token. read: the rights of a viewer in every workspace. manage: the rights of an owner in every workspace. operator: all rights. */
  scope: 'read' | 'manage' | 'operator'
  /** The last characters of the token. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** The expiry of the token. null if the token never expires. */
  expires_at: string | null
  /** The time of the last use, accurate to the minute. null if the token was never used. */
  last_used_at: string | null
  revoked_at: string | null
  /** The token, shown only once. */
  token: string
}

export type Category = {
  slug: string
  name: string
  /** The name in other languages, by locale. */
  names: Record<string, unknown>
  description: string | null
  /** Whether recipients cannot decline the category. */
  required: boolean
  /** Whether recipients without a preference receive the messages. */
  allowed_by_default: boolean
  created_at: string
  updated_at: string
}

export type Preferences = {
  /** When the recipient unsubscribed from everything. Since then, only essential templates are sent. null if it did not. */
  unsubscribed_at: string | null
  /** One object for each category of the workspace. */
  data: Array<{
    category: string
    name: string
    required: boolean
    allowed_by_default: boolean
    /** The value for the whole category. null if there is none. */
    allowed: boolean | null
    /** The result on channels without a separate value. */
    effective: boolean
    /** The values of single channels, by channel. They have priority over the value of the category. */
    channels: Record<string, unknown>
  }>
}

export type PreferenceLink = {
  /** Pass it only to the recipient. */
  url: string
  /** The link expires 30 days after its creation. */
  expires_at: string
}

export type Condition = {
  kind: 'worker_stale' | 'queue_deep' | 'messages_overdue' | 'connection_paused' | 'connection_unavailable' | 'failure_rate' | 'attempts_failing' | 'quota_used_up' | 'quota_nearly_used' | 'credits_in_use' | 'endpoint_disabled' | 'replies_not_received' | 'bounces_not_received' | 'template_refused'
  /** `error`: messages or events are not delivered. `warning`: some messages or events are not delivered, or will soon not be delivered. */
  severity: 'error' | 'warning'
  /** The problem. */
  message: string
  /** The solution. */
  remedy: string
  /** The path of the portal page on which the problem can be solved. */
  link: string
  since: string | null
  /** The time at which the condition ends without help. null if it requires help. */
  until: string | null
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
  source_id: number | null
  /** The name of a source, the URL of an endpoint or the slug of a template. */
  subject: string | null
  reason: string | null
  count: number | null
  /** The total number, of which `count` is a part. */
  total: number | null
}

export type Overview = {
  usage: Usage
  credits: number
  /** Live messages of this month. Here and in the fields below, `failed` does not include cancelled messages. */
  channels: Array<{
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    sent: number
    delivered: number
    failed: number
  }>
  /** The last 60 minutes, oldest first. */
  last_hour: Array<{
    at: string
    sent: number
    delivered: number
    failed: number
  }>
  /** The last 30 days (UTC), oldest first. */
  days: Array<{
    day: string
    sent: number
    delivered: number
    failed: number
  }>
  /** Paused connections and disabled endpoints. `conditions` contains the details. */
  waiting: {
    paused_connections: Array<{
      source_id: number
      source_name: string
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      reason: string | null
    }>
    disabled_subscriptions: number
  }
  /** The current problems of this workspace, the most severe first. */
  conditions: Array<Condition>
  health: Health
}

export type GettingStarted = {
  steps: Array<{
    id: 'send_test_message' | 'connect_channel' | 'send_live_message' | 'receive_events'
    done: boolean
    at: string | null
    delivery_id: number | null
    /** For the step send_live_message, the newest live delivery that failed. Cancelled deliveries are ignored. null for other steps, or if a live message was sent. */
    failed_delivery_id: number | null
  }>
  source_id: number | null
  /** A complete test key for code examples. null for viewers. */
  test_key: string | null
  template: {
    slug: string
    variables: Array<string>
  } | null
  test: {
    /** The object that must be created before the request can be sent. */
    missing: 'source' | 'template' | 'key' | null
    /** A complete send request. */
    request: Record<string, unknown> | null
  }
  live: {
    missing: 'connection' | 'key' | 'template' | null
    source_id: number | null
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
    /** The last characters of the source's newest live key. */
    key_hint: string | null
    /** The change that the recipient in the request needs, so that the message reaches a person. */
    hint: 'your_address' | 'shared_channel' | 'registered_recipient' | null
    /** A complete send request. */
    request: Record<string, unknown> | null
  }
}

export type Figures = {
  from: string
  to: string
  /** The length of a bucket. A quarter of a day is six hours. */
  unit: 'minute' | 'hour' | 'quarter_day' | 'day'
  time_zone: string
  /** `complete`: all messages of the period are counted. `counting`: the next request counts more messages. `limited`: the period has more messages than Carillon counts. */
  progress: 'complete' | 'counting' | 'limited'
  /** Only messages that were accepted since this time are counted. null if all are counted. */
  counted_from: string | null
  total: {
    /** Accepted messages: the sum of sent, failed, cancelled and pending. */
    accepted: number
    /** Messages that a provider accepted. Includes delivered and read messages. */
    sent: number
    /** Delivered messages. Includes read messages. */
    delivered: number
    read: number
    /** Failed messages. Cancelled messages are not included. */
    failed: number
    cancelled: number
    /** Messages that are queued or being sent. */
    pending: number
    /** failed / (sent + failed), from 0 to 1. null if no message was sent or failed. */
    failure_rate: number | null
    /** The time from the moment a message was due until its provider accepted it, in milliseconds: half of the sent messages took at most this long. An estimate, which may be up to 41 % too high or too low. */
    p50_ms: number | null
    /** As p50_ms, for 95 % of the sent messages. */
    p95_ms: number | null
  }
  /** Oldest first. */
  buckets: Array<{
    from: string
    to: string
    /** Accepted messages: the sum of sent, failed, cancelled and pending. */
    accepted: number
    /** Messages that a provider accepted. Includes delivered and read messages. */
    sent: number
    /** Delivered messages. Includes read messages. */
    delivered: number
    read: number
    /** Failed messages. Cancelled messages are not included. */
    failed: number
    cancelled: number
    /** Messages that are queued or being sent. */
    pending: number
    /** failed / (sent + failed), from 0 to 1. null if no message was sent or failed. */
    failure_rate: number | null
    /** The time from the moment a message was due until its provider accepted it, in milliseconds: half of the sent messages took at most this long. An estimate, which may be up to 41 % too high or too low. */
    p50_ms: number | null
    /** As p50_ms, for 95 % of the sent messages. */
    p95_ms: number | null
  }>
  /** Channels with messages in the period, the channel with the most messages first. */
  channels: Array<{
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    /** Accepted messages: the sum of sent, failed, cancelled and pending. */
    accepted: number
    /** Messages that a provider accepted. Includes delivered and read messages. */
    sent: number
    /** Delivered messages. Includes read messages. */
    delivered: number
    read: number
    /** Failed messages. Cancelled messages are not included. */
    failed: number
    cancelled: number
    /** Messages that are queued or being sent. */
    pending: number
    /** failed / (sent + failed), from 0 to 1. null if no message was sent or failed. */
    failure_rate: number | null
    /** The time from the moment a message was due until its provider accepted it, in milliseconds: half of the sent messages took at most this long. An estimate, which may be up to 41 % too high or too low. */
    p50_ms: number | null
    /** As p50_ms, for 95 % of the sent messages. */
    p95_ms: number | null
  }>
  /** The 50 sources with the most messages in the period. */
  sources: Array<{
    source_id: number
    name: string
    /** Accepted messages: the sum of sent, failed, cancelled and pending. */
    accepted: number
    /** Messages that a provider accepted. Includes delivered and read messages. */
    sent: number
    /** Delivered messages. Includes read messages. */
    delivered: number
    read: number
    /** Failed messages. Cancelled messages are not included. */
    failed: number
    cancelled: number
    /** Messages that are queued or being sent. */
    pending: number
    /** failed / (sent + failed), from 0 to 1. null if no message was sent or failed. */
    failure_rate: number | null
    /** The time from the moment a message was due until its provider accepted it, in milliseconds: half of the sent messages took at most this long. An estimate, which may be up to 41 % too high or too low. */
    p50_ms: number | null
    /** As p50_ms, for 95 % of the sent messages. */
    p95_ms: number | null
  }>
  /** The ten most frequent reasons of failures. */
  reasons: Array<{
    /** The reason, as in a delivery. */
    reason: string
    channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    count: number
    /** The most frequent errors. Similar errors are counted together. */
    errors: Array<{
      count: number
      /** The error of the newest of these messages. Masked as in the list. */
      message: string | null
      /** The step that solves the problem. */
      remedy: string | null
      /** The newest message that failed with this error. */
      delivery_id: number
    }>
  }>
  /** Pending messages now: due, waiting for another attempt, or delayed because their connection is paused. At most 10,000 of each connection are counted. */
  queue: {
    due: number
    retrying: number
    paused: number
    oldest_due_at: string | null
  }
}

export type SmsUsage = {
  /** The month, such as 2030-01. */
  period: string
  data: Array<{
    /** The provider connection that sent the messages. */
    connection_id: number
    source_id: number | null
    provider: string | null
    /** The beginning of the numbers. null for numbers without a price. */
    prefix: string | null
    messages: number
    segments: number
    /** The current price of a segment. */
    price: number | null
    /** The price times the segments. */
    cost: number | null
    currency: string | null
  }>
}

export type Source = {
  id: number
  name: string
  rate_limit: number
  /** True if the link of a button first opens a page with a confirmation button. */
  confirm_click: boolean
  /** True if two buttons of one message were pressed within two seconds. A program then probably follows every link. */
  confirm_click_recommended: boolean
  created_at: string
  /** The rate limit of a new source. */
  default_rate_limit: number
  /** True if the first start created this source. It has a higher rate limit for experiments. */
  seeded: boolean
  /** The rate limit that the first start set for this source. null for other sources. */
  seeded_rate_limit: number | null
}

export type SourceKey = {
  /** The id of the key. If an API key signs a callback, the header X-Service-Key-Id contains this id. */
  id: number
  mode: 'live' | 'test'
  name: string | null
  scopes: Array<'send' | 'read'>
  /** The last characters of the key. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** The member or the management token that created the key. null for the key of the demo, and for keys of versions before 0.2.0. */
  created_by: {
    kind: 'member' | 'token'
    id: number
    name: string
  } | null
  /** The expiry of the key. null if the key never expires. */
  expires_at: string | null
  /** The time of the last use, accurate to the minute. null if the key was never used. */
  last_used_at: string | null
  revoked_at: string | null
}

export type NewKey = {
  /** The id of the key. If an API key signs a callback, the header X-Service-Key-Id contains this id. */
  id: number
  mode: 'live' | 'test'
  name: string | null
  scopes: Array<'send' | 'read'>
  /** The last characters of the key. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  /** The member or the management token that created the key. null for the key of the demo, and for keys of versions before 0.2.0. */
  created_by: {
    kind: 'member' | 'token'
    id: number
    name: string
  } | null
  /** The expiry of the key. null if the key never expires. */
  expires_at: string | null
  /** The time of the last use, accurate to the minute. null if the key was never used. */
  last_used_at: string | null
  revoked_at: string | null
  /** The key, shown only once. */
  key: string
  /** For a trigger key, the URL to which its requests are sent. */
  url?: string
}

export type Connection = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** Secrets are shown as dots. A secret that is sent back as dots stays unchanged. */
  settings: Record<string, unknown>
  paused: boolean
  /** The end of the pause. null if a person must end the pause, or if there is no pause. */
  paused_until: string | null
  /** The start of the pause. null if there is no pause, or if version 0.1.0 began it. */
  paused_since: string | null
  /** The reason of the pause. For viewers, values of sensitive variables are masked. */
  pause_reason: string | null
  /** The version increases with every change of the settings, and when another connection becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** The URL to which the provider sends webhooks. null if it sends no webhooks. */
  inbound_url: string | null
}

export type ConnectionKept = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** Secrets are shown as dots. A secret that is sent back as dots stays unchanged. */
  settings: Record<string, unknown>
  paused: boolean
  /** The end of the pause. null if a person must end the pause, or if there is no pause. */
  paused_until: string | null
  /** The start of the pause. null if there is no pause, or if version 0.1.0 began it. */
  paused_since: string | null
  /** The reason of the pause. For viewers, values of sensitive variables are masked. */
  pause_reason: string | null
  /** The version increases with every change of the settings, and when another connection becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** The URL to which the provider sends webhooks. null if it sends no webhooks. */
  inbound_url: string | null
  /** The registrations that succeeded, in words. */
  found: Array<string>
  /** The reasons of failed registrations, by setting. The settings are stored even if a registration fails. */
  problems: Record<string, Array<string>>
}

export type ProviderConnection = {
  /** The id of this connection, which is also the last part of inbound_url. 0 until the upgrade from 0.1.0 is finished and a worker has moved the settings. */
  id: number
  /** The name of the provider, such as smtp. */
  provider: string
  title: string
  /** The position in the order, from 1. Each message is sent through the first connection that is available. A channel that uses several providers at once sends with the first connection of each provider. */
  position: number
  /** Secrets are shown as dots. A secret that is sent back as dots stays unchanged. */
  settings: Record<string, unknown>
  /** The version increases with every change of the settings, and when the connection becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** The URL to which the provider sends webhooks. null if it sends no webhooks. */
  inbound_url: string | null
  /** Present if messages are sent through the other connections of the channel, because this one does not work. null if the channel has one connection. */
  unavailable: {
    /** paused: the settings are wrong, or the provider throttles. failing: several attempts failed. */
    state: 'paused' | 'failing'
    since: string | null
    /** The end of the pause, or the time at which the next message tests the connection. null if a person must end the pause. */
    until: string | null
    /** For viewers, values of sensitive variables are masked. */
    reason: string | null
    remedy: string
  } | null
}

export type ProviderConnectionKept = {
  /** The id of this connection, which is also the last part of inbound_url. 0 until the upgrade from 0.1.0 is finished and a worker has moved the settings. */
  id: number
  /** The name of the provider, such as smtp. */
  provider: string
  title: string
  /** The position in the order, from 1. Each message is sent through the first connection that is available. A channel that uses several providers at once sends with the first connection of each provider. */
  position: number
  /** Secrets are shown as dots. A secret that is sent back as dots stays unchanged. */
  settings: Record<string, unknown>
  /** The version increases with every change of the settings, and when the connection becomes the first. */
  version: number
  created_at: string
  updated_at: string
  /** The URL to which the provider sends webhooks. null if it sends no webhooks. */
  inbound_url: string | null
  /** Present if messages are sent through the other connections of the channel, because this one does not work. null if the channel has one connection. */
  unavailable: {
    /** paused: the settings are wrong, or the provider throttles. failing: several attempts failed. */
    state: 'paused' | 'failing'
    since: string | null
    /** The end of the pause, or the time at which the next message tests the connection. null if a person must end the pause. */
    until: string | null
    /** For viewers, values of sensitive variables are masked. */
    reason: string | null
    remedy: string
  } | null
  /** The registrations that succeeded, in words. */
  found: Array<string>
  /** The reasons of failed registrations, by setting. The settings are stored even if a registration fails. */
  problems: Record<string, Array<string>>
}

export type ConnectionCheck = {
  ok: boolean
  checked: Array<string>
  /** The successful checks, in words. */
  found: Array<string>
  problems: Record<string, Array<string>>
  paused: boolean
  pause_reason: string | null
}

export type WebhookRegistration = {
  ok: boolean
  /** The URL that was registered. */
  inbound_url: string
  /** The registrations that succeeded, in words. */
  found: Array<string>
  /** The reasons of failed registrations, by setting. The settings are stored even if a registration fails. */
  problems: Record<string, Array<string>>
}

export type ConnectionTest = {
  /** The id of the provider connection that sent the message. */
  connection: number
  provider: string
  title: string
  /** True if the provider accepted the message. */
  accepted: boolean
  /** The provider's id of the message. */
  external_id: string | null
  sent_at: string
  steps: Array<{
    step: 'composed' | 'signed' | 'accepted' | 'receipt'
    /** skipped: this provider does not have the step. pending: the provider reports the receipt by webhook. */
    state: 'done' | 'failed' | 'skipped' | 'pending'
    text: string
    remedy: string | null
  }>
}

export type ConnectionTestReceipt = {
  receipt: {
    status: 'delivered' | 'read' | 'failed' | 'bounced' | 'complained'
    at: string
    code: string | null
    reason: string | null
  } | null
}

export type ChannelDescription = {
  name: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  title: string
  /** Instructions for obtaining the values of the settings. */
  help: string
  /** The field of the recipient that contains the address. */
  address_field: string
  /** True if the channel receives replies, button presses or receipts. */
  replies: boolean
  /** The receipts that providers report after a message was sent. */
  receipts: Array<'delivered' | 'read'>
  /** The format of messages. html: an email with Markdown and attachments. Other values: a text with content that is specific to the channel. */
  content: 'html' | 'text' | 'notification' | 'embeds' | 'blocks'
  /** The credits that a message costs above the monthly quota. */
  credits: number
  /** The messages that an opt-out blocks. null if recipients cannot opt out. */
  opt_outs: 'all' | 'advertising' | null
  /** True if the provider must approve templates. */
  approved_templates: boolean
  /** The providers in the order in which the portal shows them. A request without a provider uses the first one. */
  providers: Array<{
    /** The name of the provider, such as smtp. */
    name: string
    title: string
    help: string
    /** JSON Schema of the settings of a connection to this provider. `link` is the page of the provider on which a value is found. `choices` has a label for each value. `alternative: true` marks a setting that replaces other settings. */
    settings: Record<string, unknown>
    /** Known services, such as Gmail for smtp, with their settings. */
    presets: Array<{
      name: string
      title: string
      /** The settings of the service. */
      settings: Record<string, unknown>
      help: string
      link: string
    }>
    /** The webhook to register at the provider. null if no registration is needed. */
    webhook: {
      /** Explains where inbound_url is registered at the provider. */
      help: string
      /** The page of the provider on which the URL is registered. null if it is not known. */
      link: string | null
      /** The events to select. */
      events: Array<string>
      /** True if POST …/register registers the URL through the API of the provider. */
      registers: boolean
    } | null
  }>
  /** True if a source may have several connections to one provider of the channel. */
  several: boolean
  /** JSON Schema of the connection's settings. Every property has a title. `secret: true` marks a secret. `destination: true` marks a setting that determines where secrets are sent. */
  settings: Record<string, unknown>
}

export type ConnectionActivity = {
  /** The pending messages of this channel of the source. */
  pending: {
    /** Messages that are ready to be sent. */
    due: number
    /** Messages that wait after a failed attempt. */
    retrying: number
    /** Messages that wait until the pause of the channel ends. */
    paused: number
    /** Messages that wait for their time. Counted only among the searched messages. */
    scheduled: number
    /** Messages that wait because the provider limits messages. Counted only among the searched messages. */
    throttled: number
    /** True if a number is higher than shown, because counting stops at 1,000. */
    capped: boolean
    /** The time at which the oldest due, retrying or paused message was accepted. */
    oldest_at: string | null
  }
  /** The messages that were searched for outcomes. */
  searched: {
    /** The latest live messages of the workspace, at most 10,000. */
    messages: number
    since: string | null
    /** True if the workspace has no older messages. */
    complete: boolean
    /** The messages of this channel of the source among them. At most 1,000 are counted. */
    own: number
  }
  /** The connections in their order. */
  connections: Array<{
    /** null: attempts that used several connections, or an unknown one. */
    id: number | null
    /** Messages that only this connection can send, while it is paused. */
    pending: number
    attempts: number
    /** The number of attempts by outcome. */
    outcomes: Record<string, number>
    /** The median of the durations of the attempts. */
    p50_ms: number | null
    /** 95 % of the attempts took at most this time. */
    p95_ms: number | null
    last_at: string | null
  }>
}

export type ConnectionAttempt = {
  delivery_id: number
  recipient_name: string
  attempt: number
  started_at: string
  /** Milliseconds from the start of the attempt to its end. */
  latency_ms: number
  outcome: string
  provider_status: string | null
  code: string | null
  /** Viewers see a mask in place of a sensitive value. */
  reason: string | null
}

export type Conversation = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** The source of the connection. null if the connection no longer exists. */
  source_id: number | null
  recipient: {
    id: number
    name: string
  }
  /** The time of the last message from the recipient. */
  last_message_at: string
  /** The last message from the recipient. null if the recipient has sent no message, or if the message has no text. */
  last_message: string | null
  created_at: string
}

export type ConversationDetail = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** The source of the connection. null if the connection no longer exists. */
  source_id: number | null
  recipient: {
    id: number
    name: string
  }
  /** The time of the last message from the recipient. */
  last_message_at: string
  /** The last message from the recipient. null if the recipient has sent no message, or if the message has no text. */
  last_message: string | null
  created_at: string
  /** Newest first. */
  messages: Array<{
    /** in: a message from the recipient. out: a message to the recipient. */
    direction: 'in' | 'out'
    /** in: the id of the message. out: the id of the delivery. */
    id: number
    at: string
    body: string | null
    media: Array<Record<string, unknown>>
    /** in: the delivery that the recipient answered. out: the delivery of this message. */
    delivery_id: number | null
    /** out only. */
    status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
    /** out only: the state of the delivery, as in the list of deliveries. */
    state?: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled'
    /** out only: the number of attempts that count, of at most 4. */
    attempts_made?: number
    /** out only. */
    template_slug?: string
  }>
  next_cursor: string | null
}

export type InboundRequest = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** The source of the connection. */
  source_id: number
  /** unreadable: some parts are unknown, and all other parts were applied. set_aside: every attempt to apply the webhook failed. */
  status: 'waiting' | 'done' | 'unreadable' | 'set_aside'
  received_at: string
  attempts_made: number
  next_at: string | null
  /** The part that is unknown, or the error of the last attempt. */
  problem: string | null
}

export type InboundRequestDetail = {
  id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  /** The source of the connection. */
  source_id: number
  /** unreadable: some parts are unknown, and all other parts were applied. set_aside: every attempt to apply the webhook failed. */
  status: 'waiting' | 'done' | 'unreadable' | 'set_aside'
  received_at: string
  attempts_made: number
  next_at: string | null
  /** The part that is unknown, or the error of the last attempt. */
  problem: string | null
  /** The Content-Type of the request. null if version 0.1.0 stored the request. */
  content_type: string | null
  /** The original body, which is JSON or a form. Viewers see a mask instead. */
  body: string
}

export type Invitation = {
  url: string
  expires_at: string
}

export type BulkOperation = {
  id: number
  action: 'resend' | 'cancel' | 'reschedule'
  mode: 'live' | 'test'
  /** draft: a preview that no member has started. running: a worker applies it. The other states are final. */
  state: 'draft' | 'running' | 'done' | 'stopped' | 'failed'
  /** The new time of a reschedule. */
  scheduled_for: string | null
  /** The member or token that previewed the operation. */
  actor: string
  preview: {
    /** Deliveries that the operation would change. */
    accepted: number
    /** Deliveries that the operation would refuse, by reason. */
    refused: Array<{
      code: 'not_found' | 'not_ended' | 'files_deleted' | 'source_removed' | 'template_removed' | 'recipient_removed' | 'not_queued' | 'collecting' | 'attempted'
      count: number
    }>
    /** What a resend costs, or what a cancellation refunds. The values are 0 for test messages. */
    cost: {
      /** Messages of the monthly quota. */
      quota: number
      /** Messages of the WhatsApp bundle. */
      whatsapp: number
      credits: number
      /** The credits of the workspace before the operation. */
      credits_left: number
      /** Messages that will be refused because the quota and the credits are used up. */
      unpaid: number
    }
    /** False if more deliveries match the filter than the operation contains. */
    complete: boolean
    /** Older deliveries were not searched. null if all were searched. */
    searched_to: string | null
  }
  /** The number of deliveries. */
  total: number
  /** Deliveries that were changed. */
  done: number
  /** Deliveries that could not be changed. */
  refused: number
  /** The reason why the operation failed or is being retried. */
  problem: string | null
  /** The id of the operation that this operation undoes. */
  undoes: number | null
  /** The id of the operation that undoes this operation. */
  undone_by: number | null
  can_undo: boolean
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export type BulkResult = {
  /** The position of the delivery in the operation. */
  id: number
  delivery_id: number
  recipient_name: string | null
  address: string | null
  /** null if the delivery was not processed yet. */
  result: 'done' | 'refused' | null
  /** The delivery that a resend created. */
  new_delivery_id: number | null
  code: string | null
  /** Why the delivery was refused. */
  reason: string | null
}

export type SavedFilter = {
  id: number
  name: string
  query: Record<string, string>
}

export type Subscription = {
  id: number
  /** The URL. For viewers, its query and fragment are masked. */
  url: string
  events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
  status: 'active' | 'disabled'
  disabled_at: string | null
  disabled_reason: string | null
  /** Consecutive failed attempts. */
  failures: number
  failing_since: string | null
  /** Until this time, the old secret also signs events. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
}

export type NewSubscription = {
  id: number
  /** The URL. For viewers, its query and fragment are masked. */
  url: string
  events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
  status: 'active' | 'disabled'
  disabled_at: string | null
  disabled_reason: string | null
  /** Consecutive failed attempts. */
  failures: number
  failing_since: string | null
  /** Until this time, the old secret also signs events. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
  /** The secret: whsec_ followed by base64 text. It is shown only once. */
  secret: string
}

export type RotatedSecret = {
  id: number
  /** The secret: whsec_ followed by base64 text. It is shown only once. */
  secret: string
  previous_secret_until: string | null
}

export type SubscriptionEvent = {
  id: number
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'
  /** The id of the event. It is the same for every subscription and replay. */
  event_id: string
  /** The value of X-Service-Delivery-Id and webhook-id. It is the same on every attempt. */
  dispatch_id: string
  delivery_id: number | null
  mode: 'live' | 'test'
  /** A test event. */
  test: boolean
  /** The id of the entry that this entry repeats. */
  replay_of: number | null
  /** failed: there are no further attempts. held: the event was recorded while the subscription was disabled. Failed and held events can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
  attempts_made: number
  next_at: string | null
  created_at: string
  ended_at: string | null
}

export type SubscriptionEventDetail = {
  id: number
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'
  /** The id of the event. It is the same for every subscription and replay. */
  event_id: string
  /** The value of X-Service-Delivery-Id and webhook-id. It is the same on every attempt. */
  dispatch_id: string
  delivery_id: number | null
  mode: 'live' | 'test'
  /** A test event. */
  test: boolean
  /** The id of the entry that this entry repeats. */
  replay_of: number | null
  /** failed: there are no further attempts. held: the event was recorded while the subscription was disabled. Failed and held events can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
  attempts_made: number
  next_at: string | null
  created_at: string
  ended_at: string | null
  /** The body of the request. For viewers, the values of `payload` are masked. An error that contains the value of a sensitive variable is masked too. */
  body: Record<string, unknown>
  attempts: Array<{
    id: number
    event_entry: number
    event: string
    /** An attempt of a test event. */
    test: boolean
    mode: 'live' | 'test'
    attempt: number
    started_at: string
    event_id: string
    dispatch_id: string
    /** The receiver answered with 2xx within 30 seconds. */
    received: boolean
    /** The HTTP status of the response. null if there was no response. */
    status: number | null
    latency_ms: number
    /** The reason why the attempt failed. */
    reason: string | null
    /** The beginning of the response. Viewers see a mask instead. */
    excerpt: string | null
    /** null if no request was sent, or if version 0.1.0 made the attempt. */
    request: {
      /** The URL of the request. For viewers, its query and fragment are masked. */
      url: string
      /** The headers that Carillon set, without those that HTTP requires, such as Host. For viewers, signatures are masked. */
      headers: Record<string, string>
    } | null
  }>
}

export type EventAttempt = {
  id: number
  event_entry: number
  event: string
  /** An attempt of a test event. */
  test: boolean
  mode: 'live' | 'test'
  attempt: number
  started_at: string
  event_id: string
  dispatch_id: string
  /** The receiver answered with 2xx within 30 seconds. */
  received: boolean
  /** The HTTP status of the response. null if there was no response. */
  status: number | null
  latency_ms: number
  /** The reason why the attempt failed. */
  reason: string | null
  /** The beginning of the response. Viewers see a mask instead. */
  excerpt: string | null
  /** null if no request was sent, or if version 0.1.0 made the attempt. */
  request: {
    /** The URL of the request. For viewers, its query and fragment are masked. */
    url: string
    /** The headers that Carillon set, without those that HTTP requires, such as Host. For viewers, signatures are masked. */
    headers: Record<string, string>
  } | null
}

export type EndpointFigures = {
  subscription_id: number
  attempts: number
  /** The attempts that the endpoint answered with 2xx within 30 seconds. */
  received: number
  /** The median of the response times. null without a response. */
  p50_ms: number | null
  /** 95 % of the responses took at most this time. */
  p95_ms: number | null
  /** The attempts since this time were counted. */
  since: string
}

export type TestEventResult = {
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'
  event_id: string
  dispatch_id: string
  /** The receiver answered with 2xx within 30 seconds. */
  received: boolean
  /** The HTTP status of the response. null if there was no response. */
  status: number | null
  latency_ms: number
  /** The reason why the attempt failed. */
  reason: string | null
  /** The beginning of the response. Viewers see a mask instead. */
  excerpt: string | null
}

export type Notice = {
  id: number
  kind: 'subscription_disabled'
  recipients: Array<string>
  subject: string
  body: string
  at: string
  /** kept: the notice was not sent by email, because SMTP_URL is not set, no address is known, or the daily limit of notices was reached. */
  mail: 'waiting' | 'sent' | 'kept' | 'failed'
  /** The reason why the mail server refused the email. */
  problem: string | null
}

export type Listener = {
  id: number
  events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
  /** The secret that signs the events. It is shown only once. */
  secret: string
  created_at: string
}

export type HeardEvent = {
  /** Send this id in `done` after you have processed the event. */
  id: number
  event: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'
  /** The id of the event. It is the same for every subscription and listener. */
  event_id: string
  /** The subject of the event, such as delivery/17 or contact/5. */
  subject: string
  mode: 'live' | 'test'
  created_at: string
  /** The headers that a subscription receives, signed at the time of this response. */
  headers: Record<string, string>
  /** The body that a subscription receives. The signature is computed over exactly this text. */
  body: string
}

export type Callback = {
  id: number
  delivery_id: number
  /** The action's slug. */
  action: string
  mode: 'live' | 'test'
  /** The URL. For viewers, its query and fragment are masked. */
  url: string
  /** failed: there are no further attempts. The callback can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed'
  attempts_made: number
  next_at: string | null
  /** The value of X-Service-Delivery-Id. It is the same on every attempt. */
  dispatch_id: string
  /** The id of the callback that this callback repeats. */
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
  /** The URL. For viewers, its query and fragment are masked. */
  url: string
  /** failed: there are no further attempts. The callback can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed'
  attempts_made: number
  next_at: string | null
  /** The value of X-Service-Delivery-Id. It is the same on every attempt. */
  dispatch_id: string
  /** The id of the callback that this callback repeats. */
  replay_of: number | null
  created_at: string
  ended_at: string | null
  /** The body of the request. For viewers, the values of `payload` are masked. */
  body: Record<string, unknown>
  attempts: Array<{
    attempt: number
    started_at: string
    latency_ms: number
    /** The receiver answered with 2xx within 30 seconds. */
    received: boolean
    /** The HTTP status of the response. null if there was no response. */
    status: number | null
    /** The reason why the attempt failed. */
    reason: string | null
    /** The beginning of the response. Viewers see a mask instead. */
    excerpt: string | null
    /** null if no request was sent, or if version 0.1.0 made the attempt. */
    request: {
      /** The URL of the request. For viewers, its query and fragment are masked. */
      url: string
      /** The headers that Carillon set, without those that HTTP requires, such as Host. For viewers, signatures are masked. */
      headers: Record<string, string>
    } | null
  }>
}

export type TimelineCallback = {
  id: number
  delivery_id: number
  /** The action's slug. */
  action: string
  mode: 'live' | 'test'
  /** The URL. For viewers, its query and fragment are masked. */
  url: string
  /** failed: there are no further attempts. The callback can be replayed. */
  status: 'waiting' | 'sending' | 'received' | 'failed'
  attempts_made: number
  next_at: string | null
  /** The value of X-Service-Delivery-Id. It is the same on every attempt. */
  dispatch_id: string
  /** The id of the callback that this callback repeats. */
  replay_of: number | null
  created_at: string
  ended_at: string | null
  attempts: Array<{
    attempt: number
    started_at: string
    latency_ms: number
    /** The receiver answered with 2xx within 30 seconds. */
    received: boolean
    /** The HTTP status of the response. null if there was no response. */
    status: number | null
    /** The reason why the attempt failed. */
    reason: string | null
    /** The beginning of the response. Viewers see a mask instead. */
    excerpt: string | null
    /** null if no request was sent, or if version 0.1.0 made the attempt. */
    request: {
      /** The URL of the request. For viewers, its query and fragment are masked. */
      url: string
      /** The headers that Carillon set, without those that HTTP requires, such as Host. For viewers, signatures are masked. */
      headers: Record<string, string>
    } | null
  }>
}

export type TimelineAction = {
  slug: string
  label: string
  expires_at: string
  used_at: string | null
  /** The name of the person who pressed the button. The channel reports this name. */
  used_by: string | null
  /** How the button was pressed: by its link, or in the chat. */
  used_via: 'link' | 'tap' | null
}

export type ImportPreview = {
  columns: Array<{
    /** The cell of the first line. */
    title: string
    /** The column that the title stands for. null if it is unknown. */
    column: string | null
    /** The cells of the first rows, at most 200 characters each. */
    samples: Array<string>
  }>
  /** The names of all columns. metadata.NAME and preferences.SLUG are permitted too. */
  names: Array<string>
  /** The columns that identify a person. An import needs at least one of them. */
  identifying: Array<string>
}

export type Import = {
  id: number
  name: string | null
  mode: 'live' | 'test'
  /** True for a dry run, which counts the rows but changes no recipient. */
  dry_run: boolean
  /** The column that identifies the recipient of a row. all: the recipient is searched by id, then by email, whatsapp_phone, phone, telegram_chat_id, messenger_psid. A row is refused if it matches a recipient by one of these columns, but differs in an earlier column. If match_by is an address, the column id is ignored. */
  match_by: 'all' | 'id' | 'email' | 'whatsapp_phone' | 'phone' | 'telegram_chat_id' | 'messenger_psid'
  /** receiving: the upload is running. waiting: the upload is complete, but no worker has started. applying: a worker applies the rows. The other states are final. */
  state: 'receiving' | 'waiting' | 'applying' | 'done' | 'cancelled' | 'failed'
  /** The columns in the first line of the file. */
  columns: Array<string>
  bytes: number
  /** The number of rows in the uploaded part of the file. */
  rows: number
  /** The number of processed rows: the sum of created, updated, unchanged and refused. */
  done: number
  created: number
  updated: number
  unchanged: number
  refused: number
  /** The reason why the import failed or is being retried. */
  problem: string | null
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export type RefusedRow = {
  /** The number of the line in the file. The first line has the number 1. */
  line: number
  /** The problems by field. The field `row` contains problems of the whole row. */
  problems: Record<string, Array<string>>
  /** The cells of the row, by column. */
  cells: Record<string, string>
}

export type Installation = {
  /** The version of the process that sends this response. */
  version: string
  /** The newest version to which the installation was completely upgraded. null if no upgrade was finished yet. */
  finished_version: string | null
  /** Since this time, every stored secret can be decrypted only in its database row. null if some secrets are not yet encrypted in this way. */
  secrets_bound_at: string | null
  /** Stored secrets in the format of 0.1.0 that this process cannot decrypt with any key. While such secrets exist, `secrets_bound_at` is null. Only the first 1,000 secrets in the format of 0.1.0 are checked. null if no such secret was found. */
  unopened_secrets: {
    columns: Array<{
      table: string
      column: string
      count: number
      /** The ids of the first ten rows. */
      ids: Array<number>
    }>
    remedy: string
  } | null
  /** Processes that reported in the last two minutes. Processes of version 0.1.0 do not report. */
  processes: Array<{
    id: string
    role: 'start' | 'api' | 'worker'
    version: string
    host: string
    started_at: string
    seen_at: string
  }>
  /** The evidence that processes of an older version are running, in words. The upgrade cannot be finished while they run. */
  older: Array<string>
}

export type Automation = {
  id: number
  name: string
  trigger: {
    type: 'contact.created' | 'contact.tagged' | 'message.received'
    /** For contact.tagged: the tag. */
    tag?: string
    /** For message.received: the keyword. The whole message must equal the keyword. Upper and lower case and surrounding punctuation make no difference. */
    keyword?: string
  }
  source: number
  template: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
  /** Values for the template. {{name}}, {{email}} and the keys of the metadata are replaced with data of the contact. At most 10000 values; when a message is sent, they have at most 262144 characters together. */
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
    /** For contact.tagged: the tag. */
    tag?: string
    /** For message.received: the keyword. The whole message must equal the keyword. Upper and lower case and surrounding punctuation make no difference. */
    keyword?: string
  }
  source: number
  template: string
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
  /** Values for the template. {{name}}, {{email}} and the keys of the metadata are replaced with data of the contact. At most 10000 values; when a message is sent, they have at most 262144 characters together. */
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
    /** The contact of the run. null if the contact was removed. */
    name: string | null
  }
  mode: 'live' | 'test'
  /** The trigger of the run. */
  trigger: Record<string, unknown>
  /** sent: the run created a delivery. refused: the run created no delivery. The fields code and reason state the cause. */
  state: 'waiting' | 'sent' | 'refused'
  delivery_id: number | null
  code: string | null
  reason: string | null
  at: string
  ended_at: string | null
}

export type Suppression = {
  id: number
  mode: 'live' | 'test'
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  address: string
  /** unsubscribed: the recipient opted out. hard_bounce: the address does not exist. complaint: the recipient reported a message as spam. invalid: the provider cannot reach the address until the recipient writes or registers again. stop_word: the recipient replied with a stop word. manual: a member added the address. */
  reason: 'unsubscribed' | 'hard_bounce' | 'complaint' | 'invalid' | 'stop_word' | 'manual'
  /** link: the unsubscribe link. provider: a webhook or an answer of the provider. mail: a bounce mail or a feedback report. reply: a stop word. member: the portal or the management API. import: a file. */
  origin: 'link' | 'provider' | 'mail' | 'reply' | 'member' | 'import'
  /** The code and text of the provider. Masked for viewers. */
  detail: string | null
  /** The note of the member. */
  note: string | null
  /** The message that caused the suppression, or null. */
  delivery_id: number | null
  at: string
}

export type TestMessage = {
  id: number
  delivery_id: number
  channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
  /** The state of the delivery, as in the list of deliveries. */
  state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled'
  /** The number of attempts that count, of at most 4. */
  attempts_made: number
  address: string
  recipient: {
    id: number
    name: string
  }
  template_slug: string
  /** The message as the sandbox received it. For viewers, sensitive variables are masked. The URLs of buttons and of the unsubscribe link are `#`. The fields `actions[].url` and `unsubscribe_url` are missing. */
  message: Record<string, unknown>
  at: string
}

/** The body of each event, by its name. */
export interface EventBodies {
  /** A message was queued. */
  'delivery.queued': {
    event: 'delivery.queued'
    timestamp: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** The provider accepted a message. */
  'delivery.sent': {
    event: 'delivery.sent'
    timestamp: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
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
    /** The event is a test event. Real events do not have this field. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
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
    /** The event is a test event. Real events do not have this field. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** A message failed permanently. */
  'delivery.failed': {
    event: 'delivery.failed'
    timestamp: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      template_slug: string
      /** The provider's message id. */
      external_id: string | null
      error_message: string | null
      created_at: string
    }
  }
  /** A recipient pressed a button. */
  'delivery.action_taken': {
    event: 'delivery.action_taken'
    timestamp: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    delivery: {
      id: number
      /** queued, sent, delivered, read or failed. */
      status: string
      recipient_id: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
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
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
    }
  }
  /** The provider accepted a message. */
  'message.sent': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'message.sent'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      /** The address of the recipient. */
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
  /** A message waits for the end of quiet hours. */
  'message.deferred': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'message.deferred'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      template: string
      reason: 'quiet_hours'
      deferred_at: string
      /** The end of the quiet hours. */
      deferred_until: string
      recipient: {
        id: number
        name: string
      }
    }
  }
  /** A message failed because it was not sent in time. */
  'message.expired': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'message.expired'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      template: string
      /** The time after which the message was not sent. */
      expires_at: string
      error: string | null
      expired_at: string
      recipient: {
        id: number
        name: string
      }
    }
  }
  /** A recipient replied. */
  'message.received': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'message.received'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the received message, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
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
  /** A message was returned by the mail server or the provider of the recipient. */
  'message.bounced': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'message.bounced'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      /** The address of the recipient. */
      to: string
      template: string
      recipient: {
        id: number
        name: string
        email: string | null
      }
      /** hard: the address does not exist, and is suppressed. soft: this message was not delivered, and the address may be right. */
      type: 'hard' | 'soft'
      /** The provider's code, such as 5.1.1. */
      code: string | null
      /** The explanation of the provider. */
      text: string | null
      bounced_at: string
    }
  }
  /** A recipient reported a message as spam. */
  'message.complained': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'message.complained'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      /** The address of the recipient. */
      to: string
      template: string
      recipient: {
        id: number
        name: string
        email: string | null
      }
      complained_at: string
    }
  }
  /** The status of a message changed to queued, sent, delivered, read or failed. */
  'delivery.status': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'delivery.status'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      status: string
      /** The status in the previous event. Null if the status is queued. */
      previous_status: string | null
      timestamp: string
      /** The reason if the status is failed. Otherwise null. */
      error: string | null
    }
  }
  /** A contact was created. */
  'contact.created': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'contact.created'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      contact: {
        id: number
        name: string
        email: string | null
        whatsapp_phone: string | null
        phone: string | null
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
      /** How the contact was created. manual: in the portal or the management API. csv: by an import. api: by a send request. onboarding: by a first message from the contact. */
      origin: 'manual' | 'csv' | 'api' | 'onboarding'
    }
  }
  /** The data of a contact changed. */
  'contact.updated': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'contact.updated'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      contact: {
        id: number
        name: string
        email: string | null
        whatsapp_phone: string | null
        phone: string | null
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
      /** Names of the changed fields. */
      changed: Array<string>
    }
  }
  /** An address was added to the list of suppressions. */
  'recipient.suppressed': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'recipient.suppressed'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      address: string
      reason: 'unsubscribed' | 'hard_bounce' | 'complaint' | 'invalid' | 'stop_word' | 'manual'
      origin: 'link' | 'provider' | 'mail' | 'reply' | 'member' | 'import'
      suppressed_at: string
      /** The id of the message that caused the suppression. Null if it is not known. */
      message_id: string | null
      /** The recipient who has the address. Null if no recipient has it. */
      recipient: {
        id: number
        name: string
      } | null
    }
  }
  /** A digest closed. Its messages are sent as one, or its delivery fails. */
  'digest.closed': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'digest.closed'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the delivery, as a string. */
      message_id: string
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      template: string
      /** The key of the digest. */
      key: string
      /** The number of messages in the digest. */
      items: number
      opened_at: string
      closed_at: string
      recipient: {
        id: number
        name: string
      }
    }
  }
  /** The preferences of a recipient changed. */
  'recipient.preferences_changed': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'recipient.preferences_changed'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      recipient: {
        id: number
        name: string
      }
      changed: Array<{
        /** The slug. `*` if the recipient unsubscribed from everything, or lifted this. */
        category: string
        /** Null if the value applies to the whole category. */
        channel: string | null
        /** Null if the value was removed, so that a more general value applies. */
        allowed: boolean | null
      }>
      /** member: the portal or the management API. link: the recipient, with a link. */
      origin: 'member' | 'link'
      changed_at: string
    }
  }
  /** An automation fired for a contact. */
  'automation.triggered': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'automation.triggered'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
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
      /** The id of the message that the automation sent. Null if the automation sent no message. */
      message_id: string | null
    }
  }
  /** A further step of a message with a fallback started. */
  'fallback.step_started': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'fallback.step_started'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the first message of the fallback, as a string. */
      fallback_id: string
      /** The number of the step, from 1. */
      step: number
      /** email, whatsapp, telegram, push, discord, slack, messenger or sms. */
      channel: string
      /** The id of the delivery, as a string. */
      message_id: string
      /** The status of the message that the previous step sent. */
      previous_status: string | null
    }
  }
  /** A message with a fallback starts no further step. */
  'fallback.ended': {
    /** The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_. */
    id: string
    type: 'fallback.ended'
    created_at: string
    workspace_id: string
    /** The event is a test event. Real events do not have this field. */
    test?: true
    data: {
      /** The id of the first message of the fallback, as a string. */
      fallback_id: string
      reason: 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure'
      steps_started: number
      /** The id of the message that the last started step sent. */
      message_id: string
    }
  }
}

/** The body of the callback to an action's callback_url. */
export type CallbackBody = {
  delivery_id: number
  /** The action's slug. */
  action: string
  /** The same value as `action`. */
  action_slug: string
  /** The payload from the send request. Empty if the send request has no payload. */
  payload: Record<string, unknown>
  recipient: {
    id: number
    name: string
  }
  actor: {
    /** The name of the person who pressed the button. The channel reports this name. */
    name: string
    channel: string
  }
  /** The time at which the button was pressed. */
  timestamp: string
}

/** The input of each operation (path, query and body), and its result as `answer`. */
export interface Operations {
  /** Send one message */
  send: {
    query?: {
      /** With `true`, the response describes what the request would do, and nothing is stored, sent or charged. */
      dry_run?: 'true' | 'false'
    }
    body: SendRequest
    answer: ReplayResponse | DryRunResponse | SendResponse
  }
  /** Send 1 to 100 independent messages */
  sendBatch: {
    query?: {
      /** With `true`, the response describes what the request would do, and nothing is stored, sent or charged. */
      dry_run?: 'true' | 'false'
    }
    body: {
      messages: Array<SendRequest>
    }
    answer: {
      dry_run: true
      /** The number of messages in the request. */
      total: number
      /** The number of accepted messages, including replays. */
      queued: number
      /** Refused messages. */
      failed: number
      results: Array<{
        index: number
        status: string
        [name: string]: unknown
      }>
    } | {
      /** The number of messages in the request. */
      total: number
      /** The number of accepted messages, including replays. */
      queued: number
      /** Refused messages. */
      failed: number
      results: Array<{
        index: number
        status: string
        [name: string]: unknown
      }>
    }
  }
  /** Send one message with a trigger key */
  trigger: {
    path: {
      webhook_key: string
    }
    body: SendRequest
    answer: ReplayResponse | SendResponse
  }
  /** Read the monthly usage of the key's workspace */
  usage: {
    answer: Usage
  }
  /** Read a delivery and its history */
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
      category: string | null
      external_id: string | null
      error_message: string | null
      created_at: string
      scheduled_for: string | null
      deferred_until: string | null
      /** The message is not sent after this time. */
      expires_at: string
      reason: string | null
      remedy: string | null
      /** Present if the delivery is a digest. */
      digest?: {
        key: string
        /** The number of messages. */
        items: number
        opened_at: string
        closes_at: string | null
        closed_at: string | null
      }
      history: Array<{
        status: string
        at: string
      }>
      fallback: {
        /** The id of the delivery of the first step. */
        id: number
        state: 'open' | 'ended'
        ended_reason: 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure' | null
        ended_at: string | null
        next_at: string | null
        steps: Array<{
          channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
          after_seconds: number | null
          unless: 'delivered' | 'read' | 'acted' | null
          state: 'waiting' | 'started' | 'skipped' | 'not_needed'
          reason: string | null
          decided_at: string | null
          delivery_id: number | null
          status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | null
          delivery_state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | null
          attempts_made: number | null
          /** Whether a button of the step was pressed. */
          acted: boolean
        }>
      } | null
    }
  }
  /** Check whether this installation needs its first owner */
  readSetup: {
    answer: {
      needed: boolean
    }
  }
  /** Create the first owner of this installation */
  setUp: {
    body: {
      token: string
      /** A name without line breaks. */
      name: string
      email: string
      password: string
      locale?: string
    }
    answer: Session
  }
  /** Sign in */
  signIn: {
    body: {
      email: string
      password: string
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code?: string
    }
    answer: Session
  }
  /** End the session of this browser */
  signOut: {
    answer: undefined
  }
  /** Read the caller and their workspaces */
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
  /** Set a new password with a link */
  resetPassword: {
    body: {
      token: string
      password: string
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code?: string
    }
    answer: Session
  }
  /** Change the name of your account */
  changeAccount: {
    body: {
      /** A name without line breaks. */
      name: string
    }
    answer: Account
  }
  /** Change your own password */
  changePassword: {
    body: {
      current_password: string
      new_password: string
    }
    answer: Session
  }
  /** List your own sessions */
  listSessions: {
    answer: {
      data: Array<MemberSession>
      next_cursor: string | null
    }
  }
  /** End one of your sessions */
  endSession: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** End all your own sessions except this one */
  endOtherSessions: {
    answer: undefined
  }
  /** End all your own sessions, including this one */
  signOutEverywhere: {
    answer: undefined
  }
  /** Read the second factor of your account */
  readSecondFactor: {
    answer: SecondFactor
  }
  /** Create the secret for an authenticator app */
  beginSecondFactor: {
    body: {
      password?: string
    }
    answer: {
      /** The secret in base32, for apps that cannot scan a QR code. */
      secret: string
      /** The otpauth address that the QR code contains. */
      uri: string
    }
  }
  /** Turn the second factor on with a first code */
  confirmSecondFactor: {
    body: {
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code: string
    }
    answer: {
      /** The recovery codes, which are shown only once. Each code works once. */
      recovery_codes: Array<string>
    }
  }
  /** Replace your recovery codes */
  renewRecoveryCodes: {
    body: {
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code: string
    }
    answer: {
      /** The recovery codes, which are shown only once. Each code works once. */
      recovery_codes: Array<string>
    }
  }
  /** Turn the second factor off */
  endSecondFactor: {
    body: {
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code: string
    }
    answer: undefined
  }
  /** Read how members of this installation sign in */
  readSignInOptions: {
    answer: SignInOptions
  }
  /** Start a sign-in with the OpenID Connect provider */
  beginProviderSignIn: {
    body: {
      /** The page to open afterwards. */
      to?: string
    }
    answer: {
      /** The address of the provider's sign-in page. */
      url: string
    }
  }
  /** Finish a sign-in with the OpenID Connect provider */
  finishProviderSignIn: {
    body: {
      /** The query of the URL to which the provider sent the browser. */
      query: string
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code?: string
    }
    answer: {
      session: Session
      /** True if the request linked an account for a signed-in member. */
      linked: boolean
      /** The page to open now. */
      to: string | null
    }
  }
  /** List your linked accounts at the OpenID Connect provider */
  listIdentities: {
    answer: {
      data: Array<Identity>
      next_cursor: string | null
    }
  }
  /** Start to link an account at the provider */
  beginIdentityLink: {
    answer: {
      /** The address of the provider's sign-in page. */
      url: string
    }
  }
  /** Unlink an account at the provider */
  unlinkIdentity: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** List pending invitations, newest first */
  listInvitations: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<MemberInvitation>
      next_cursor: string | null
    }
  }
  /** Invite a person to the workspace */
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
  /** Read the invitation of a link */
  readInvitation: {
    body: {
      token: string
    }
    answer: OpenInvitation
  }
  /** Accept an invitation and join the workspace */
  acceptInvitation: {
    body: {
      token: string
      /** A name without line breaks. */
      name?: string
      password?: string
      /** The code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code?: string
    }
    answer: Session
  }
  /** List the members of the workspace */
  listMembers: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** Part of the name or email address. Upper and lower case make no difference. */
      q?: string
      role?: 'owner' | 'admin' | 'viewer'
      /** Only accounts with a second factor, or only accounts without one. */
      second_factor?: boolean
    }
    answer: {
      data: Array<Member>
      next_cursor: string | null
    }
  }
  /** Export the members of the workspace as a file */
  exportMembers: {
    path: {
      ws: number
    }
    query?: {
      /** Part of the name or email address. Upper and lower case make no difference. */
      q?: string
      role?: 'owner' | 'admin' | 'viewer'
      /** Only accounts with a second factor, or only accounts without one. */
      second_factor?: boolean
      /** csv: a file for spreadsheets. jsonl: one JSON object per line, with all fields of the list. */
      format?: 'csv' | 'jsonl'
    }
    answer: undefined
  }
  /** Change the role of a member */
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
  /** Remove a member from the workspace and end their sessions */
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
  /** List all accounts of the installation, newest first */
  listAccounts: {
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** Part of the name or email address. Upper and lower case make no difference. */
      q?: string
      /** Only operators, or only other accounts. */
      operator?: boolean
      /** Only accounts with a second factor, or only accounts without one. */
      second_factor?: boolean
    }
    answer: {
      data: Array<AccountWithWorkspaces>
      next_cursor: string | null
    }
  }
  /** Export all accounts of the installation as a file */
  exportAccounts: {
    query?: {
      /** Part of the name or email address. Upper and lower case make no difference. */
      q?: string
      /** Only operators, or only other accounts. */
      operator?: boolean
      /** Only accounts with a second factor, or only accounts without one. */
      second_factor?: boolean
      /** csv: a file for spreadsheets. jsonl: one JSON object per line, with all fields of the list. */
      format?: 'csv' | 'jsonl'
    }
    answer: undefined
  }
  /** Grant or revoke the operator rights of an account */
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
  /** Create a link for a new password */
  createPasswordLink: {
    path: {
      id: number
    }
    answer: {
      link: string
      expires_at: string
    }
  }
  /** End all sessions of an account */
  signOutAccount: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** Remove the second factor of an account */
  resetSecondFactor: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** List the management tokens without their values, newest first */
  listManagementTokens: {
    answer: {
      data: Array<ManagementToken>
      next_cursor: string | null
    }
  }
  /** Create a management token */
  createManagementToken: {
    body: {
      name: string
      /** The rights of the token. read: the rights of a viewer in every workspace. manage: the rights of an owner in every workspace. operator: all rights. */
      scope: 'read' | 'manage' | 'operator'
      /** A time in the future. null if it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: NewManagementToken
  }
  /** Revoke a management token permanently */
  revokeManagementToken: {
    path: {
      id: number
    }
    answer: undefined
  }
  /** List changes and exports of the workspace, newest first */
  readAuditLog: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      member?: number
      action?: string
      /** The kind of the object, such as source. */
      object?: string
      /** Part of the actor, action, object or address. Upper and lower case make no difference. */
      q?: string
      /** Returns only lines from this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
    }
    answer: {
      data: Array<AuditLine>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
      searched_to: string | null
    }
  }
  /** List the audit log of the installation, newest first */
  readWholeAuditLog: {
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      member?: number
      action?: string
      /** The kind of the object, such as source. */
      object?: string
      /** Part of the actor, action, object or address. Upper and lower case make no difference. */
      q?: string
      /** Returns only lines from this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      workspace?: number
    }
    answer: {
      data: Array<AuditLine>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
      searched_to: string | null
    }
  }
  /** Export the audit log of the workspace as a file */
  exportAuditLog: {
    path: {
      ws: number
    }
    query?: {
      member?: number
      action?: string
      /** The kind of the object, such as source. */
      object?: string
      /** Part of the actor, action, object or address. Upper and lower case make no difference. */
      q?: string
      /** Returns only lines from this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** csv: a file for spreadsheets. jsonl: one JSON object per line, with all fields of the list. */
      format?: 'csv' | 'jsonl'
    }
    answer: undefined
  }
  /** Export the audit log of the installation */
  exportWholeAuditLog: {
    query?: {
      member?: number
      action?: string
      /** The kind of the object, such as source. */
      object?: string
      /** Part of the actor, action, object or address. Upper and lower case make no difference. */
      q?: string
      /** Returns only lines from this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      workspace?: number
      /** csv: a file for spreadsheets. jsonl: one JSON object per line, with all fields of the list. */
      format?: 'csv' | 'jsonl'
    }
    answer: undefined
  }
  /** Read the overview of a workspace */
  readOverview: {
    path: {
      ws: number
    }
    answer: Overview
  }
  /** Read the first steps of a workspace */
  readGettingStarted: {
    path: {
      ws: number
    }
    answer: GettingStarted
  }
  /** Read the figures of a period */
  readFigures: {
    path: {
      ws: number
    }
    query?: {
      /** The last 60 minutes, 24 hours, 7 days or 30 days. Default: day. Cannot be combined with from and to. */
      period?: 'hour' | 'day' | 'week' | 'month'
      /** The start of the period, rounded down to the hour. At most 92 days before to. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      from?: string
      /** The end of the period, rounded up to the hour. Default: now. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      to?: string
      source?: number
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      /** The IANA time zone in which days start, for example Europe/Rome. Default: the time zone of the workspace. */
      time_zone?: string
    }
    answer: Figures
  }
  /** Preview the confirmation page under a brand */
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
  /** List the workspaces of the caller */
  listWorkspaces: {
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** Part of the name. Upper and lower case make no difference. */
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
      /** The name of an IANA time zone. */
      time_zone?: string
      /** A daily period in which messages wait. */
      quiet_hours?: {
        /** The local time at which the quiet hours begin. */
        from: string
        /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
        to: string
        /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
        time_zone?: string
      } | null
      brand?: {
        name?: string | null
        color?: string | null
        /** An https URL on the public internet. With ALLOW_PRIVATE_NETWORK, http and private addresses are also allowed. */
        logo_url?: string | null
      }
    }
    answer: Workspace
  }
  /** Read a workspace with its monthly usage and credits */
  readWorkspace: {
    path: {
      ws: number
    }
    answer: WorkspaceDetail
  }
  /** Change a workspace */
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
      /** The name of an IANA time zone. */
      time_zone?: string
      /** A daily period in which messages wait. */
      quiet_hours?: {
        /** The local time at which the quiet hours begin. */
        from: string
        /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
        to: string
        /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
        time_zone?: string
      } | null
      brand?: {
        name?: string | null
        color?: string | null
        /** An https URL on the public internet. With ALLOW_PRIVATE_NETWORK, http and private addresses are also allowed. */
        logo_url?: string | null
      }
    }
    answer: Workspace
  }
  /** Read the balance and the ledger of credits, newest first */
  readLedger: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<CreditEntry>
      next_cursor: string | null
      balance: number
    }
  }
  /** Add or remove credits */
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
  /** Read the SMS messages of a month and their costs */
  readSmsUsage: {
    path: {
      ws: number
    }
    query?: {
      /** The month. Default: the current month, in UTC. */
      month?: string
    }
    answer: SmsUsage
  }
  /** List sources */
  listSources: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** Part of the name. Upper and lower case make no difference. */
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
      /** The maximum number of requests per hour with one API key. The default is 100. */
      rate_limit?: number
      confirm_click?: boolean
    }
    answer: Source
  }
  /** Read a source */
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
      /** The maximum number of requests per hour with one API key. The default is 100. */
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
  /** Create an API key */
  createApiKey: {
    path: {
      ws: number
      source: number
    }
    body: {
      mode: 'live' | 'test'
      name?: string | null
      /** A time in the future. null if it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
      /** send: send messages and create push tokens. read: read usage and deliveries. The default is both scopes. The scopes cannot be changed later. */
      scopes?: Array<'send' | 'read'>
    }
    answer: NewKey
  }
  /** List API keys without their values */
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
  /** Create a trigger key */
  createTriggerKey: {
    path: {
      ws: number
      source: number
    }
    body: {
      mode?: 'live' | 'test'
      name?: string | null
      /** A time in the future. null if it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: NewKey
  }
  /** List trigger keys without their values */
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
      /** A time in the future. null if it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: SourceKey
  }
  /** Revoke an API key permanently */
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
      /** A time in the future. null if it never expires. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      expires_at?: string | null
    }
    answer: SourceKey
  }
  /** Revoke a trigger key permanently */
  revokeTriggerKey: {
    path: {
      ws: number
      source: number
      key: number
    }
    answer: undefined
  }
  /** List the channels with the settings of their connections */
  listChannels: {
    answer: {
      data: Array<ChannelDescription>
      next_cursor: string | null
    }
  }
  /** List the address fields of recipients */
  listAddresses: {
    answer: {
      data: Array<AddressDescription>
      next_cursor: string | null
    }
  }
  /** List connections */
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
  /** Read a connection */
  readConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: Connection
  }
  /** Connect a channel */
  connect: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    body: {
      /** The settings that GET /v1/manage/channels describes. */
      settings: Record<string, unknown>
      /** The version that you have read. 0 means that the channel was not connected. If the version is no longer current, the request is refused with 409. */
      version?: number
    }
    answer: ConnectionKept
  }
  /** Remove the first connection of a channel */
  disconnect: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: undefined
  }
  /** Check the stored settings of a connection */
  checkConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: ConnectionCheck
  }
  /** End the pause of a connection */
  resumeConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: undefined
  }
  /** Send a test message */
  testConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    body: {
      /** The address, for example an email address. For push, the token of a device or the JSON of a push subscription. Omit it if the connection writes to one place only. */
      to?: string
      /** The id of the provider connection. Default: the first one. */
      connection?: number
      /** The channel-specific content, as in a template. WhatsApp requires an approved template; the default is hello_world in en_US. */
      content?: Record<string, unknown>
    }
    answer: ConnectionTest
  }
  /** Read the receipt of a test message */
  readTestReceipt: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    query: {
      connection: number
      external_id: string
      /** The field sent_at of the test. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      sent_at: string
    }
    answer: ConnectionTestReceipt
  }
  /** Register the webhook of a connection at its provider */
  registerWebhook: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    body: {
      /** The id of the provider connection. Default: the first one. */
      connection?: number
    }
    answer: WebhookRegistration
  }
  /** List the provider connections of a channel in their order */
  listProviderConnections: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: {
      data: Array<ProviderConnection>
      next_cursor: string | null
    }
  }
  /** Add a provider connection at the end of the order */
  addProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    body: {
      /** The default is the first provider of the channel. */
      provider?: string
      /** The settings that GET /v1/manage/channels describes for the provider. */
      settings: Record<string, unknown>
    }
    answer: ProviderConnectionKept
  }
  /** Change the order of the provider connections */
  orderProviderConnections: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    body: {
      /** The ids of all connections of the channel. Each id must appear once. */
      order: Array<number>
    }
    answer: {
      data: Array<ProviderConnection>
      next_cursor: string | null
    }
  }
  /** Change the settings of a provider connection */
  changeProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      id: number
    }
    body: {
      /** The settings that GET /v1/manage/channels describes for the provider. */
      settings: Record<string, unknown>
      /** The version that you have read. If this version is no longer current, the request is refused with 409. */
      version?: number
    }
    answer: ProviderConnectionKept
  }
  /** Remove a provider connection */
  removeProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      id: number
    }
    answer: undefined
  }
  /** Check the stored settings of a provider connection */
  checkProviderConnection: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      id: number
    }
    answer: ConnectionCheck
  }
  /** Read the pending messages and outcomes of a channel */
  readConnectionActivity: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: ConnectionActivity
  }
  /** List the latest attempts of a provider connection */
  listConnectionAttempts: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      id: number
    }
    answer: {
      data: Array<ConnectionAttempt>
    }
  }
  /** List the templates that the provider approved */
  listApprovedTemplates: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** Part of the name. */
      q?: string
    }
    answer: {
      data: Array<{
        name: string
        language: string
        /** The status at the provider, such as APPROVED. */
        status: string
        usable: boolean
        /** The reason why messages cannot use the template. */
        refusal: string | null
        category: string | null
        body: string
        /** The type of the header that a message must contain: text, image, video or document. */
        header: string | null
        /** The variables of the body. Each is a position or a name. */
        variables: Array<string>
        buttons: Array<string>
      }>
      next_cursor: string | null
      /** The time of the last successful read of the list. */
      read_at: string | null
      /** The reason why the last read failed. */
      problem: string | null
    }
  }
  /** Read the list of templates from the provider */
  syncApprovedTemplates: {
    path: {
      ws: number
      source: number
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
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
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** Part of the name or slug. Upper and lower case make no difference. */
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
      /** If true, messages are also sent to recipients who have opted out. */
      essential?: boolean
      /** Names of sensitive variables, such as one-time codes. Viewers see a mask instead of the values of these variables, also inside the text. If a request omits this field, the names of the template stay unchanged. If a name is removed, earlier messages stay masked. */
      sensitive?: Array<string>
      /** The language of the texts: {{name}} placeholders, or Liquid. The default of a new template is placeholders. If a later request omits this field, it stays unchanged. */
      engine?: 'placeholders' | 'liquid'
      /** The slug of the layout of emails. null for none. If a later request omits this field, it stays unchanged. */
      layout?: string | null
      /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
      defaults?: {
        /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
        expires_after?: string
        /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
        quiet_hours?: 'respect' | 'ignore'
        /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
        category?: string
        /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
        fallback?: Array<{
          channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
          /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
          after?: string
          /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
          unless?: 'delivered' | 'read' | 'acted'
        }>
      }
      /** The content of each language. The keys are languages such as it or pt-BR. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        subject?: string
        body: string
        channels?: {
          /** At most one of markdown, html and mjml. The body is the plain text part of the email. The whole request body may have at most 10000 values and 2097152 bytes. */
          email?: {
            subject?: string
            body?: string
            /** true means that the body is Markdown. A string is Markdown that replaces the body. */
            markdown?: boolean | string
            /** HTML. Without a layout it is the whole document or its body. {{unsubscribe_url}} and {{actions}} (all buttons) are added at the end if it does not contain them. */
            html?: string
            /** MJML. With a layout it contains only sections. It is compiled when the template is published. */
            mjml?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          whatsapp?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          telegram?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          push?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          discord?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          slack?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          messenger?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          sms?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
        }
      }>
      /** Words to group templates. They are not part of the versions. */
      tags?: Array<string>
      /** false saves only a draft, which messages do not use yet. */
      publish?: boolean
    }
    answer: Template
  }
  /** Read a template */
  readTemplate: {
    path: {
      ws: number
      slug: string
    }
    answer: Template
  }
  /** Replace a template */
  replaceTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      slug?: string
      name: string
      /** If true, messages are also sent to recipients who have opted out. */
      essential?: boolean
      /** Names of sensitive variables, such as one-time codes. Viewers see a mask instead of the values of these variables, also inside the text. If a request omits this field, the names of the template stay unchanged. If a name is removed, earlier messages stay masked. */
      sensitive?: Array<string>
      /** The language of the texts: {{name}} placeholders, or Liquid. The default of a new template is placeholders. If a later request omits this field, it stays unchanged. */
      engine?: 'placeholders' | 'liquid'
      /** The slug of the layout of emails. null for none. If a later request omits this field, it stays unchanged. */
      layout?: string | null
      /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
      defaults?: {
        /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
        expires_after?: string
        /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
        quiet_hours?: 'respect' | 'ignore'
        /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
        category?: string
        /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
        fallback?: Array<{
          channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
          /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
          after?: string
          /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
          unless?: 'delivered' | 'read' | 'acted'
        }>
      }
      /** The content of each language. The keys are languages such as it or pt-BR. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        subject?: string
        body: string
        channels?: {
          /** At most one of markdown, html and mjml. The body is the plain text part of the email. The whole request body may have at most 10000 values and 2097152 bytes. */
          email?: {
            subject?: string
            body?: string
            /** true means that the body is Markdown. A string is Markdown that replaces the body. */
            markdown?: boolean | string
            /** HTML. Without a layout it is the whole document or its body. {{unsubscribe_url}} and {{actions}} (all buttons) are added at the end if it does not contain them. */
            html?: string
            /** MJML. With a layout it contains only sections. It is compiled when the template is published. */
            mjml?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          whatsapp?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          telegram?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          push?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          discord?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          slack?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          messenger?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          sms?: {
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
  /** List templates without their texts */
  listTemplateSummaries: {
    path: {
      ws: number
    }
    query?: {
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** The next_cursor of the previous page. */
      cursor?: string
      /** Part of the name or slug. */
      q?: string
      tag?: string
      /** Templates with separate content for this channel. */
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      engine?: 'placeholders' | 'liquid'
      layout?: string
      /** draft: templates with a draft. unpublished: templates that were never published. */
      state?: 'published' | 'draft' | 'unpublished'
      sort?: 'name' | 'slug' | 'updated' | 'created' | 'last_used'
      order?: 'asc' | 'desc'
    }
    answer: {
      data: Array<TemplateSummary>
      next_cursor: string | null
    }
  }
  /** List the tags of templates */
  listTemplateTags: {
    path: {
      ws: number
    }
    answer: {
      data: Array<{
        tag: string
        templates: number
      }>
    }
  }
  /** Set the tags of a template */
  setTemplateTags: {
    path: {
      ws: number
      slug: string
    }
    body: {
      /** Words to group templates. They are not part of the versions. */
      tags: Array<string>
    }
    answer: Template
  }
  /** Read the draft of a template */
  readTemplateDraft: {
    path: {
      ws: number
      slug: string
    }
    answer: TemplateDraft
  }
  /** Save the draft of a template */
  saveTemplateDraft: {
    path: {
      ws: number
      slug: string
    }
    body: {
      name: string
      /** If true, messages are also sent to recipients who have opted out. */
      essential?: boolean
      /** Names of sensitive variables, such as one-time codes. Viewers see a mask instead of the values of these variables, also inside the text. If a request omits this field, the names of the template stay unchanged. If a name is removed, earlier messages stay masked. */
      sensitive?: Array<string>
      /** The language of the texts: {{name}} placeholders, or Liquid. The default of a new template is placeholders. If a later request omits this field, it stays unchanged. */
      engine?: 'placeholders' | 'liquid'
      /** The slug of the layout of emails. null for none. If a later request omits this field, it stays unchanged. */
      layout?: string | null
      /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
      defaults?: {
        /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
        expires_after?: string
        /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
        quiet_hours?: 'respect' | 'ignore'
        /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
        category?: string
        /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
        fallback?: Array<{
          channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
          /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
          after?: string
          /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
          unless?: 'delivered' | 'read' | 'acted'
        }>
      }
      /** The content of each language. The keys are languages such as it or pt-BR. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        subject?: string
        body: string
        channels?: {
          /** At most one of markdown, html and mjml. The body is the plain text part of the email. The whole request body may have at most 10000 values and 2097152 bytes. */
          email?: {
            subject?: string
            body?: string
            /** true means that the body is Markdown. A string is Markdown that replaces the body. */
            markdown?: boolean | string
            /** HTML. Without a layout it is the whole document or its body. {{unsubscribe_url}} and {{actions}} (all buttons) are added at the end if it does not contain them. */
            html?: string
            /** MJML. With a layout it contains only sections. It is compiled when the template is published. */
            mjml?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          whatsapp?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          telegram?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          push?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          discord?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          slack?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          messenger?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          sms?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
        }
      }>
      /** The revision of the draft that you have read. If it is no longer the stored one, the answer is 409. */
      revision?: number
    }
    answer: TemplateDraft
  }
  /** Discard the draft of a template */
  discardTemplateDraft: {
    path: {
      ws: number
      slug: string
    }
    answer: undefined
  }
  /** Compare the draft of a template with its published content */
  compareTemplateDraft: {
    path: {
      ws: number
      slug: string
    }
    answer: TemplateChanges
  }
  /** Publish the draft of a template */
  publishTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      /** The revision of the draft that you have read. If it is no longer the stored one, the answer is 409. */
      revision?: number
      /** The published version that you have read. If it is no longer the newest, the answer is 409. */
      version?: number
    }
    answer: Template
  }
  /** Copy a template */
  cloneTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      slug: string
      name?: string
      /** The content to copy. The default is the draft, or without a draft the published content. */
      from?: 'published' | 'draft'
    }
    answer: Template
  }
  /** Preview a template on a channel */
  previewTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      locale?: string
      /** Values for the variables of the template, each with at most 65536 characters. */
      vars?: Record<string, string>
      /** Any JSON for Liquid templates, with at most 262144 characters. */
      data?: unknown
      /** Sample messages of a digest, which the template reads as items. */
      items?: Array<{
        /** Values for the variables of the template, each with at most 65536 characters. */
        vars?: Record<string, string>
        /** Any JSON for Liquid templates, with at most 262144 characters. */
        data?: unknown
      }>
      actions?: Array<{
        slug: string
        label: string
      }>
      /** true previews the draft instead of the published content. */
      draft?: boolean
    }
    answer: Preview
  }
  /** Preview an unsaved template on a channel */
  previewDraft: {
    path: {
      ws: number
    }
    body: {
      template: {
        name: string
        /** If true, messages are also sent to recipients who have opted out. */
        essential?: boolean
        /** Names of sensitive variables, such as one-time codes. Viewers see a mask instead of the values of these variables, also inside the text. If a request omits this field, the names of the template stay unchanged. If a name is removed, earlier messages stay masked. */
        sensitive?: Array<string>
        /** The language of the texts: {{name}} placeholders, or Liquid. The default of a new template is placeholders. If a later request omits this field, it stays unchanged. */
        engine?: 'placeholders' | 'liquid'
        /** The slug of the layout of emails. null for none. If a later request omits this field, it stays unchanged. */
        layout?: string | null
        /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
        defaults?: {
          /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
          expires_after?: string
          /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
          quiet_hours?: 'respect' | 'ignore'
          /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
          category?: string
          /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
          fallback?: Array<{
            channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
            /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
            after?: string
            /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
            unless?: 'delivered' | 'read' | 'acted'
          }>
        }
        /** The content of each language. The keys are languages such as it or pt-BR. The whole request body may have at most 10000 values and 2097152 bytes. */
        locales: Record<string, {
          subject?: string
          body: string
          channels?: {
            /** At most one of markdown, html and mjml. The body is the plain text part of the email. The whole request body may have at most 10000 values and 2097152 bytes. */
            email?: {
              subject?: string
              body?: string
              /** true means that the body is Markdown. A string is Markdown that replaces the body. */
              markdown?: boolean | string
              /** HTML. Without a layout it is the whole document or its body. {{unsubscribe_url}} and {{actions}} (all buttons) are added at the end if it does not contain them. */
              html?: string
              /** MJML. With a layout it contains only sections. It is compiled when the template is published. */
              mjml?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            whatsapp?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            telegram?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            push?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            discord?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            slack?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            messenger?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
            /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
            sms?: {
              subject?: string
              body?: string
              [name: string]: unknown
            }
          }
        }>
      }
      channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      locale?: string
      /** Values for the variables of the template, each with at most 65536 characters. */
      vars?: Record<string, string>
      /** Any JSON for Liquid templates, with at most 262144 characters. */
      data?: unknown
      /** Sample messages of a digest, which the template reads as items. */
      items?: Array<{
        /** Values for the variables of the template, each with at most 65536 characters. */
        vars?: Record<string, string>
        /** Any JSON for Liquid templates, with at most 262144 characters. */
        data?: unknown
      }>
      actions?: Array<{
        slug: string
        label: string
      }>
    }
    answer: Preview
  }
  /** Check unsaved content of a template */
  checkTemplate: {
    path: {
      ws: number
    }
    body: {
      name?: string
      /** If true, messages are also sent to recipients who have opted out. */
      essential?: boolean
      /** Names of sensitive variables, such as one-time codes. Viewers see a mask instead of the values of these variables, also inside the text. If a request omits this field, the names of the template stay unchanged. If a name is removed, earlier messages stay masked. */
      sensitive?: Array<string>
      /** The language of the texts: {{name}} placeholders, or Liquid. The default of a new template is placeholders. If a later request omits this field, it stays unchanged. */
      engine?: 'placeholders' | 'liquid'
      /** The slug of the layout of emails. null for none. If a later request omits this field, it stays unchanged. */
      layout?: string | null
      /** Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged. */
      defaults?: {
        /** The message is not sent later than this time after it was due. Then it fails with the reason `expired`, and is refunded. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. The limit of the installation (`DELIVERY_MAX_AGE`) also applies. */
        expires_after?: string
        /** Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates. */
        quiet_hours?: 'respect' | 'ignore'
        /** The slug of a category of the workspace. Recipients can decline a category on a channel. */
        category?: string
        /** The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request. */
        fallback?: Array<{
          channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
          /** The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d. At most 7d. */
          after?: string
          /** The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both. */
          unless?: 'delivered' | 'read' | 'acted'
        }>
      }
      /** The content of each language. The keys are languages such as it or pt-BR. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        subject?: string
        body: string
        channels?: {
          /** At most one of markdown, html and mjml. The body is the plain text part of the email. The whole request body may have at most 10000 values and 2097152 bytes. */
          email?: {
            subject?: string
            body?: string
            /** true means that the body is Markdown. A string is Markdown that replaces the body. */
            markdown?: boolean | string
            /** HTML. Without a layout it is the whole document or its body. {{unsubscribe_url}} and {{actions}} (all buttons) are added at the end if it does not contain them. */
            html?: string
            /** MJML. With a layout it contains only sections. It is compiled when the template is published. */
            mjml?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          whatsapp?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          telegram?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          push?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          discord?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          slack?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          messenger?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
          /** The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. The whole request body may have at most 10000 values and 2097152 bytes. */
          sms?: {
            subject?: string
            body?: string
            [name: string]: unknown
          }
        }
      }>
    }
    answer: TemplateCheck
  }
  /** List the versions of a template, newest first */
  listTemplateVersions: {
    path: {
      ws: number
      slug: string
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<TemplateVersion>
      next_cursor: string | null
    }
  }
  /** Read a version of a template with its content */
  readTemplateVersion: {
    path: {
      ws: number
      slug: string
      version: number
    }
    answer: TemplateVersionContent
  }
  /** Restore an old version of a template as a new version */
  restoreTemplateVersion: {
    path: {
      ws: number
      slug: string
      version: number
    }
    body: {
      /** draft replaces the draft and publishes nothing. */
      as?: 'published' | 'draft'
      /** The version that you have read. If it is no longer the newest version, the request is refused. */
      version?: number
    }
    answer: Template
  }
  /** Send a test message with the template */
  sendTestTemplate: {
    path: {
      ws: number
      slug: string
    }
    body: {
      /** The source whose connections send the message. The default is the first source of the workspace. */
      source?: number
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      locale?: string
      /** Values for the variables of the template, each with at most 65536 characters. */
      vars?: Record<string, string>
      /** Any JSON for Liquid templates, with at most 262144 characters. */
      data?: unknown
      /** Sample messages of a digest, which the template reads as items. */
      items?: Array<{
        /** Values for the variables of the template, each with at most 65536 characters. */
        vars?: Record<string, string>
        /** Any JSON for Liquid templates, with at most 262144 characters. */
        data?: unknown
      }>
      /** true sends the draft instead of the published content. */
      draft?: boolean
      /** The recipient, as in POST /v1/send. Required in live mode. In test mode, there is a default recipient. */
      recipient?: Record<string, unknown>
      /** The buttons of the message. */
      actions?: Array<Record<string, unknown>>
    }
    answer: {
      delivery_id: number
    }
  }
  /** List the layouts of emails */
  listLayouts: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      q?: string
    }
    answer: {
      data: Array<Layout>
      next_cursor: string | null
    }
  }
  /** Create a layout */
  createLayout: {
    path: {
      ws: number
    }
    body: {
      slug: string
      name: string
      format: 'html' | 'mjml'
      /** The content of each language. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        /** HTML or MJML with {{content}} once. Other placeholders: subject, brand_name, logo_url, locale, dir, unsubscribe_url, actions. */
        content: string
        text_header?: string
        text_footer?: string
      }>
    }
    answer: Layout
  }
  /** Read a layout */
  readLayout: {
    path: {
      ws: number
      slug: string
    }
    answer: Layout
  }
  /** Replace a layout */
  replaceLayout: {
    path: {
      ws: number
      slug: string
    }
    body: {
      name: string
      format: 'html' | 'mjml'
      /** The content of each language. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        /** HTML or MJML with {{content}} once. Other placeholders: subject, brand_name, logo_url, locale, dir, unsubscribe_url, actions. */
        content: string
        text_header?: string
        text_footer?: string
      }>
      version?: number
    }
    answer: Layout
  }
  /** Remove a layout */
  removeLayout: {
    path: {
      ws: number
      slug: string
    }
    answer: undefined
  }
  /** Preview an unsaved layout */
  previewLayout: {
    path: {
      ws: number
    }
    body: {
      format: 'html' | 'mjml'
      /** The content of each language. The whole request body may have at most 10000 values and 2097152 bytes. */
      locales: Record<string, {
        /** HTML or MJML with {{content}} once. Other placeholders: subject, brand_name, logo_url, locale, dir, unsubscribe_url, actions. */
        content: string
        text_header?: string
        text_footer?: string
      }>
      locale?: string
      /** HTML in place of the sample text. */
      content?: string
    }
    answer: LayoutPreview
  }
  /** Search recipients, newest first */
  listRecipients: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      mode?: 'live' | 'test'
      q?: string
      tag?: string
    }
    answer: {
      data: Array<StoredRecipient>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
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
      phone?: string | null
      telegram_chat_id?: string | null
      messenger_psid?: string | null
      slack_channel?: string | null
      push?: Array<{
        /** web: a browser (Web Push). fcm: an app with a Firebase token. apns: an app with a token of Apple. expo: an app with a push token of Expo. */
        kind: 'web' | 'fcm' | 'apns' | 'expo'
        /** web: the endpoint of the push subscription. */
        endpoint?: string
        /** web: the keys of the push subscription. */
        keys?: {
          /** The browser's public key, 65 bytes in base64url. */
          p256dh: string
          /** The browser's secret, 16 bytes in base64url. */
          auth: string
        }
        /** web: ignored. The field is accepted so that you can send the result of PushSubscription.toJSON() unchanged. */
        expirationTime?: number | null
        /** web: the VAPID public key of the subscription. */
        vapid_key?: string
        /** fcm: the registration token. apns: the device token in hexadecimal. expo: the push token, such as ExponentPushToken[…]. */
        token?: string
        /** fcm, expo: the platform of the app, for display. */
        platform?: 'android' | 'ios' | 'web'
        /** apns: the environment that issued the token. Builds from Xcode have sandbox tokens. Default: the environment of the connection. */
        environment?: 'production' | 'sandbox'
        /** Default: now. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
        registered_at?: string
      }>
      locale?: string
      tags?: Array<string>
      /** Data that the application stores with the recipient. The whole body has at most 10000 values and 262144 bytes. */
      metadata?: Record<string, unknown>
      preferred_channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
      /** A daily period in which messages wait. */
      quiet_hours?: {
        /** The local time at which the quiet hours begin. */
        from: string
        /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
        to: string
        /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
        time_zone?: string
      } | null
      /** The IANA time zone of the recipient. */
      time_zone?: string | null
    }
    answer: StoredRecipient
  }
  /** Read a recipient */
  readRecipient: {
    path: {
      ws: number
      id: number
    }
    answer: StoredRecipient
  }
  /** Change a recipient */
  changeRecipient: {
    path: {
      ws: number
      id: number
    }
    body: {
      name?: string
      email?: string | null
      whatsapp_phone?: string | null
      phone?: string | null
      telegram_chat_id?: string | null
      messenger_psid?: string | null
      slack_channel?: string | null
      push?: Array<{
        /** web: a browser (Web Push). fcm: an app with a Firebase token. apns: an app with a token of Apple. expo: an app with a push token of Expo. */
        kind: 'web' | 'fcm' | 'apns' | 'expo'
        /** web: the endpoint of the push subscription. */
        endpoint?: string
        /** web: the keys of the push subscription. */
        keys?: {
          /** The browser's public key, 65 bytes in base64url. */
          p256dh: string
          /** The browser's secret, 16 bytes in base64url. */
          auth: string
        }
        /** web: ignored. The field is accepted so that you can send the result of PushSubscription.toJSON() unchanged. */
        expirationTime?: number | null
        /** web: the VAPID public key of the subscription. */
        vapid_key?: string
        /** fcm: the registration token. apns: the device token in hexadecimal. expo: the push token, such as ExponentPushToken[…]. */
        token?: string
        /** fcm, expo: the platform of the app, for display. */
        platform?: 'android' | 'ios' | 'web'
        /** apns: the environment that issued the token. Builds from Xcode have sandbox tokens. Default: the environment of the connection. */
        environment?: 'production' | 'sandbox'
        /** Default: now. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
        registered_at?: string
      }>
      locale?: string
      tags?: Array<string>
      /** Data that the application stores with the recipient. The whole body has at most 10000 values and 262144 bytes. */
      metadata?: Record<string, unknown>
      preferred_channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
      /** A daily period in which messages wait. */
      quiet_hours?: {
        /** The local time at which the quiet hours begin. */
        from: string
        /** The local time at which they end. If it is earlier than `from`, they end on the next day. */
        to: string
        /** The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace. */
        time_zone?: string
      } | null
      /** The IANA time zone of the recipient. */
      time_zone?: string | null
    }
    answer: StoredRecipient
  }
  /** Remove the data of a recipient */
  removeRecipient: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Create a link that opens a chat with the bot */
  telegramLink: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** The source of the bot. Required if several sources have a bot. */
      source?: number
    }
    answer: Invitation
  }
  /** List the ids of recipients, newest first */
  listRecipientIds: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      limit?: number
      mode?: 'live' | 'test'
      q?: string
      tag?: string
    }
    answer: {
      data: Array<number>
      next_cursor: string | null
    }
  }
  /** Add and remove tags of many recipients */
  tagRecipients: {
    path: {
      ws: number
    }
    body: {
      ids: Array<number>
      add_tags?: Array<string>
      remove_tags?: Array<string>
    }
    answer: {
      changed: Array<number>
      unchanged: number
      /** Recipients that would have too many tags. */
      refused: Array<number>
      /** The number of ids that no recipient of this workspace has. */
      missing: number
    }
  }
  /** Remove the data of many recipients */
  removeRecipients: {
    path: {
      ws: number
    }
    body: {
      ids: Array<number>
    }
    answer: {
      removed: Array<number>
      /** The number of ids that no recipient of this workspace has. */
      missing: number
    }
  }
  /** List the categories of messages */
  listCategories: {
    path: {
      ws: number
    }
    answer: {
      data: Array<Category>
    }
  }
  /** Create a category */
  createCategory: {
    path: {
      ws: number
    }
    body: {
      slug: string
      name: string
      /** The name in other languages, by locale. */
      names?: Record<string, string>
      description?: string | null
      /** Whether recipients cannot decline the category. Default false. */
      required?: boolean
      /** Whether recipients without a preference receive the messages. Default true. */
      allowed_by_default?: boolean
    }
    answer: Category
  }
  /** Read a category */
  readCategory: {
    path: {
      ws: number
      slug: string
    }
    answer: Category
  }
  /** Change a category */
  changeCategory: {
    path: {
      ws: number
      slug: string
    }
    body: {
      name?: string
      /** The name in other languages, by locale. */
      names?: Record<string, string>
      description?: string | null
      /** Whether recipients cannot decline the category. Default false. */
      required?: boolean
      /** Whether recipients without a preference receive the messages. Default true. */
      allowed_by_default?: boolean
    }
    answer: Category
  }
  /** Remove a category */
  removeCategory: {
    path: {
      ws: number
      slug: string
    }
    answer: undefined
  }
  /** Read which categories a recipient accepts */
  readPreferences: {
    path: {
      ws: number
      id: number
    }
    answer: Preferences
  }
  /** Change which categories a recipient accepts */
  changePreferences: {
    path: {
      ws: number
      id: number
    }
    /** The changes by the slug of the category, or by `*` for everything. */
    body: Record<string, {
      allowed?: boolean | null
      channels?: {
        email?: boolean | null
        whatsapp?: boolean | null
        telegram?: boolean | null
        push?: boolean | null
        discord?: boolean | null
        slack?: boolean | null
        messenger?: boolean | null
        sms?: boolean | null
      }
    }>
    answer: Preferences
  }
  /** Create a link to the recipient's preferences */
  preferenceLink: {
    path: {
      ws: number
      id: number
    }
    answer: PreferenceLink
  }
  /** List automations */
  listAutomations: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<Automation>
      next_cursor: string | null
    }
  }
  /** Create an automation */
  createAutomation: {
    path: {
      ws: number
    }
    body: {
      name: string
      trigger: {
        type: 'contact.created' | 'contact.tagged' | 'message.received'
        /** For contact.tagged: the tag. */
        tag?: string
        /** For message.received: the keyword. The whole message must equal the keyword. Upper and lower case and surrounding punctuation make no difference. */
        keyword?: string
      }
      /** The source whose connections send the message. */
      source: number
      template: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
      /** Values for the template. {{name}}, {{email}} and the keys of the metadata are replaced with data of the contact. At most 10000 values; when a message is sent, they have at most 262144 characters together. */
      vars?: Record<string, string>
      enabled?: boolean
    }
    answer: Automation
  }
  /** Read an automation and the number of its runs */
  readAutomation: {
    path: {
      ws: number
      id: number
    }
    answer: AutomationDetail
  }
  /** Change an automation */
  changeAutomation: {
    path: {
      ws: number
      id: number
    }
    body: {
      name?: string
      trigger?: {
        type: 'contact.created' | 'contact.tagged' | 'message.received'
        /** For contact.tagged: the tag. */
        tag?: string
        /** For message.received: the keyword. The whole message must equal the keyword. Upper and lower case and surrounding punctuation make no difference. */
        keyword?: string
      }
      /** The source whose connections send the message. */
      source?: number
      template?: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms' | null
      /** Values for the template. {{name}}, {{email}} and the keys of the metadata are replaced with data of the contact. At most 10000 values; when a message is sent, they have at most 262144 characters together. */
      vars?: Record<string, string>
      enabled?: boolean
    }
    answer: Automation
  }
  /** Remove an automation with its runs */
  removeAutomation: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** List the runs of an automation, newest first */
  listAutomationRuns: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** sent: the run created a delivery. refused: the run created no delivery. The fields code and reason state the cause. */
      state?: 'waiting' | 'sent' | 'refused'
    }
    answer: {
      data: Array<AutomationRun>
      next_cursor: string | null
    }
  }
  /** List conversations, the latest reply first */
  listConversations: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      recipient?: number
    }
    answer: {
      data: Array<Conversation>
      next_cursor: string | null
    }
  }
  /** Read the messages of a conversation, newest first */
  readConversation: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: ConversationDetail
  }
  /** List the inbound webhooks of the last seven days, newest first */
  listInboundRequests: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      status?: 'waiting' | 'done' | 'unreadable' | 'set_aside'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
    }
    answer: {
      data: Array<InboundRequest>
      next_cursor: string | null
    }
  }
  /** Read an inbound webhook with its original body */
  readInboundRequest: {
    path: {
      ws: number
      id: number
    }
    answer: InboundRequestDetail
  }
  /** Apply an inbound webhook again */
  applyInboundRequest: {
    path: {
      ws: number
      id: number
    }
    answer: InboundRequestDetail
  }
  /** List opted-out addresses, newest first */
  listOptOuts: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      q?: string
      /** The complete address. */
      address?: string
    }
    answer: {
      data: Array<OptOut>
      next_cursor: string | null
    }
  }
  /** Opt an address out */
  addOptOut: {
    path: {
      ws: number
    }
    body: {
      address: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      mode?: 'live' | 'test'
    }
    answer: OptOut
  }
  /** Lift an opt-out */
  liftOptOut: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** List suppressed addresses, newest first */
  listSuppressions: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      reason?: 'unsubscribed' | 'hard_bounce' | 'complaint' | 'invalid' | 'stop_word' | 'manual'
      q?: string
      /** The complete address. */
      address?: string
    }
    answer: {
      data: Array<Suppression>
      next_cursor: string | null
    }
  }
  /** Suppress an address */
  addSuppression: {
    path: {
      ws: number
    }
    body: {
      /** The complete address. */
      address: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      mode?: 'live' | 'test'
      reason?: 'unsubscribed' | 'hard_bounce' | 'complaint' | 'invalid' | 'stop_word' | 'manual'
      note?: string
    }
    answer: Suppression
  }
  /** Read a suppression */
  readSuppression: {
    path: {
      ws: number
      id: number
    }
    answer: Suppression
  }
  /** Lift a suppression */
  liftSuppression: {
    path: {
      ws: number
      id: number
    }
    body: {
      note?: string
    }
    answer: undefined
  }
  /** List deliveries, newest first */
  listDeliveries: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      mode?: 'live' | 'test'
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      /** One or more states, separated by commas: scheduled, collecting, deferred, queued, retrying, paused, sending, sent, delivered, read, failed, cancelled. failed excludes cancelled deliveries. */
      state?: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      recipient?: number
      source?: number
      template?: string
      /** The category of the message, from its request or the default of its template. */
      category?: string
      /** The machine-readable reason of a failure. */
      reason?: string
      /** A tag of the recipient. */
      tag?: string
      /** Words that the subject or the text contains, at most 10. All of them must occur. Of an email, the search covers only the plain text part. For viewers, the search leaves out messages of templates with sensitive variables. */
      words?: string
      /** Returns only deliveries that were accepted at this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Returns only deliveries that were accepted before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** Part of the name or address of the recipient, or the id of a delivery. */
      q?: string
    }
    answer: {
      data: Array<Delivery>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
      searched_to: string | null
    }
  }
  /** Read the timeline of a delivery */
  readTimeline: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Reschedule a delivery before its first attempt */
  moveDelivery: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** The new time is at most one year ahead. A delivery with a time in the past is sent as soon as possible. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      scheduled_for: string
    }
    answer: DeliveryTimeline
  }
  /** Cancel and refund a queued delivery */
  cancelDelivery: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Send a finished delivery again */
  resendDelivery: {
    path: {
      ws: number
      id: number
    }
    answer: {
      delivery_id: number
    }
  }
  /** Read a fallback with its steps */
  readFallback: {
    path: {
      ws: number
      id: number
    }
    answer: {
      /** The id of the delivery of the first step. */
      id: number
      state: 'open' | 'ended'
      ended_reason: 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure' | null
      ended_at: string | null
      next_at: string | null
      steps: Array<{
        channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
        after_seconds: number | null
        unless: 'delivered' | 'read' | 'acted' | null
        state: 'waiting' | 'started' | 'skipped' | 'not_needed'
        reason: string | null
        decided_at: string | null
        delivery_id: number | null
        status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | null
        delivery_state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | null
        attempts_made: number | null
        /** Whether a button of the step was pressed. */
        acted: boolean
      }>
    }
  }
  /** Stop a fallback */
  stopFallback: {
    path: {
      ws: number
      id: number
    }
    answer: {
      /** The id of the delivery of the first step. */
      id: number
      state: 'open' | 'ended'
      ended_reason: 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure' | null
      ended_at: string | null
      next_at: string | null
      steps: Array<{
        channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
        after_seconds: number | null
        unless: 'delivered' | 'read' | 'acted' | null
        state: 'waiting' | 'started' | 'skipped' | 'not_needed'
        reason: string | null
        decided_at: string | null
        delivery_id: number | null
        status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | null
        delivery_state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | null
        attempts_made: number | null
        /** Whether a button of the step was pressed. */
        acted: boolean
      }>
    }
  }
  /** Start the next step of a fallback at once */
  startFallbackStep: {
    path: {
      ws: number
      id: number
    }
    answer: {
      /** The id of the delivery of the first step. */
      id: number
      state: 'open' | 'ended'
      ended_reason: 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure' | null
      ended_at: string | null
      next_at: string | null
      steps: Array<{
        channel: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
        after_seconds: number | null
        unless: 'delivered' | 'read' | 'acted' | null
        state: 'waiting' | 'started' | 'skipped' | 'not_needed'
        reason: string | null
        decided_at: string | null
        delivery_id: number | null
        status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | null
        delivery_state: 'scheduled' | 'collecting' | 'deferred' | 'queued' | 'retrying' | 'paused' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | null
        attempts_made: number | null
        /** Whether a button of the step was pressed. */
        acted: boolean
      }>
    }
  }
  /** List the messages of test keys, newest first */
  listTestInbox: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      template?: string
      /** Part of the name or address of the recipient, of the subject or of the text. For viewers, the search does not cover subjects and texts, because they may contain sensitive values. */
      q?: string
      /** true: `message` contains only the subject and the first words of the text. */
      brief?: boolean
    }
    answer: {
      data: Array<TestMessage>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
      searched_to: string | null
      notices: Array<Notice>
      /** The id of the newest message that the list does not contain because it was cleared. 0 if there is none. */
      cleared_to: number
    }
  }
  /** Read a message of the test inbox */
  readTestMessage: {
    path: {
      ws: number
      id: number
    }
    answer: TestMessage
  }
  /** Clear the test inbox */
  clearTestInbox: {
    path: {
      ws: number
    }
    body: {
      /** Clear the messages up to this id. The default is the newest message. 0 shows all messages again. */
      up_to?: number | null
    }
    answer: {
      /** The value of `cleared_to` before. Send it as `up_to` to undo. */
      before: number
      /** The id of the newest message that the list does not contain because it was cleared. 0 if there is none. */
      cleared_to: number
    }
  }
  /** Preview the message of a delivery */
  previewDelivery: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryPreview
  }
  /** Describe what a send request would do */
  dryRun: {
    path: {
      ws: number
    }
    body: {
      /** The source whose connections would send the message. The default is the first source of the workspace. */
      source?: number
      /** The mode of the key. Default: `live`. */
      mode?: 'live' | 'test'
      /** The body of POST /v1/send. At most 2 MB. */
      message: Record<string, unknown>
    }
    answer: DryRun
  }
  /** Read the messages of a digest */
  readDigest: {
    path: {
      ws: number
      id: number
    }
    answer: Digest
  }
  /** Close an open digest, so that it is sent now */
  closeDigest: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Send a message that waits for quiet hours to end */
  sendDeferredNow: {
    path: {
      ws: number
      id: number
    }
    answer: DeliveryTimeline
  }
  /** Wait for changed or new deliveries */
  watchDeliveries: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      /** One or more states, separated by commas: scheduled, collecting, deferred, queued, retrying, paused, sending, sent, delivered, read, failed, cancelled. failed excludes cancelled deliveries. */
      state?: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      recipient?: number
      source?: number
      template?: string
      /** The category of the message, from its request or the default of its template. */
      category?: string
      /** The machine-readable reason of a failure. */
      reason?: string
      /** A tag of the recipient. */
      tag?: string
      /** Words that the subject or the text contains, at most 10. All of them must occur. Of an email, the search covers only the plain text part. For viewers, the search leaves out messages of templates with sensitive variables. */
      words?: string
      /** Returns only deliveries that were accepted at this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Returns only deliveries that were accepted before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** Part of the name or address of the recipient, or the id of a delivery. */
      q?: string
      /** At most 100 ids of deliveries. Each has the status that the caller knows, or the status, state and number of attempts. Examples: 17:sent,16:queued and 16:queued.retrying.2 */
      watch?: string
      /** The maximum time to wait, in seconds. The default is 0. */
      wait?: number
    }
    answer: {
      data: Array<Delivery>
    }
  }
  /** Export deliveries as CSV or JSON lines */
  exportDeliveries: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
      /** One or more states, separated by commas: scheduled, collecting, deferred, queued, retrying, paused, sending, sent, delivered, read, failed, cancelled. failed excludes cancelled deliveries. */
      state?: string
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      recipient?: number
      source?: number
      template?: string
      /** The category of the message, from its request or the default of its template. */
      category?: string
      /** The machine-readable reason of a failure. */
      reason?: string
      /** A tag of the recipient. */
      tag?: string
      /** Words that the subject or the text contains, at most 10. All of them must occur. Of an email, the search covers only the plain text part. For viewers, the search leaves out messages of templates with sensitive variables. */
      words?: string
      /** Returns only deliveries that were accepted at this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Returns only deliveries that were accepted before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** Part of the name or address of the recipient, or the id of a delivery. */
      q?: string
      format?: 'csv' | 'jsonl'
    }
    answer: undefined
  }
  /** Preview a change of many deliveries */
  previewBulkOperation: {
    path: {
      ws: number
    }
    body: {
      action: 'resend' | 'cancel' | 'reschedule'
      ids?: Array<number>
      /** The mode of the deliveries in `ids`. Default: live. */
      mode?: 'live' | 'test'
      filter?: {
        mode?: 'live' | 'test'
        status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed'
        /** One or more states, separated by commas: scheduled, collecting, deferred, queued, retrying, paused, sending, sent, delivered, read, failed, cancelled. failed excludes cancelled deliveries. */
        state?: string
        channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
        recipient?: number
        source?: number
        template?: string
        /** The category of the message, from its request or the default of its template. */
        category?: string
        /** The machine-readable reason of a failure. */
        reason?: string
        /** A tag of the recipient. */
        tag?: string
        /** Words that the subject or the text contains, at most 10. All of them must occur. Of an email, the search covers only the plain text part. For viewers, the search leaves out messages of templates with sensitive variables. */
        words?: string
        /** Returns only deliveries that were accepted at this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
        since?: string
        /** Returns only deliveries that were accepted before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
        until?: string
        /** Part of the name or address of the recipient, or the id of a delivery. */
        q?: string
      }
      /** The new time, for the action reschedule. At most one year ahead. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      scheduled_for?: string
    }
    answer: BulkOperation
  }
  /** List the bulk operations of the last 30 days, newest first */
  listBulkOperations: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<BulkOperation>
      next_cursor: string | null
    }
  }
  /** Start a previewed bulk operation */
  startBulkOperation: {
    path: {
      ws: number
      id: number
    }
    answer: BulkOperation
  }
  /** Stop a running bulk operation */
  stopBulkOperation: {
    path: {
      ws: number
      id: number
    }
    answer: BulkOperation
  }
  /** Undo a bulk operation */
  undoBulkOperation: {
    path: {
      ws: number
      id: number
    }
    answer: BulkOperation
  }
  /** Read the progress of a bulk operation */
  readBulkOperation: {
    path: {
      ws: number
      id: number
    }
    answer: BulkOperation
  }
  /** List the deliveries of a bulk operation with their results */
  listBulkResults: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      result?: 'done' | 'refused'
    }
    answer: {
      data: Array<BulkResult>
      next_cursor: string | null
    }
  }
  /** List your saved filters of deliveries */
  listSavedFilters: {
    path: {
      ws: number
    }
    answer: {
      data: Array<SavedFilter>
    }
  }
  /** Save a filter of deliveries */
  createSavedFilter: {
    path: {
      ws: number
    }
    body: {
      name: string
      query: {
        mode?: string
        status?: string
        channel?: string
        source?: string
        template?: string
        reason?: string
        recipient?: string
        tag?: string
        words?: string
        q?: string
        period?: string
        from?: string
        to?: string
      }
    }
    answer: SavedFilter
  }
  /** Remove a saved filter of deliveries */
  removeSavedFilter: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** List subscriptions */
  listSubscriptions: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<Subscription>
      next_cursor: string | null
    }
  }
  /** Create a subscription */
  subscribe: {
    path: {
      ws: number
    }
    body: {
      /** An https URL on the public internet. With ALLOW_PRIVATE_NETWORK, http and private addresses are also allowed. */
      url: string
      events: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
    }
    answer: NewSubscription
  }
  /** Read a subscription and the state of its receiver */
  readSubscription: {
    path: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** Change the URL or the events of a subscription */
  changeSubscription: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** An https URL on the public internet. With ALLOW_PRIVATE_NETWORK, http and private addresses are also allowed. */
      url?: string
      events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
    }
    answer: Subscription
  }
  /** Remove a subscription */
  unsubscribe: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Rotate the secret of a subscription */
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
  /** Disable a subscription */
  disableSubscription: {
    path: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** Reactivate a subscription */
  reactivateSubscription: {
    path: {
      ws: number
      id: number
    }
    answer: Subscription
  }
  /** List the events of the last 7 days, newest first */
  listSubscriptionEvents: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      status?: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
      event?: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'
      delivery?: number
    }
    answer: {
      data: Array<SubscriptionEvent>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
      searched_to: string | null
    }
  }
  /** Read an event with its body and all attempts */
  readSubscriptionEvent: {
    path: {
      ws: number
      id: number
      entry: number
    }
    answer: SubscriptionEventDetail
  }
  /** List the attempts of a subscription, newest first */
  listAttempts: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<EventAttempt>
      next_cursor: string | null
    }
  }
  /** Send events again */
  replayEvents: {
    path: {
      ws: number
      id: number
    }
    body: {
      event_id?: string
      /** Replays events that were recorded at this time or later. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      since?: string
      /** Replays events that were recorded before this time. RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC. */
      until?: string
      /** Replays the events that failed or were recorded while the subscription was disabled, unless they were already replayed. */
      failed?: boolean
    }
    answer: {
      replayed: number
    }
  }
  /** Send a test event */
  sendTestEvent: {
    path: {
      ws: number
      id: number
    }
    body: {
      event?: 'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'
    } | null
    answer: TestEventResult
  }
  /** Read the rates and response times of endpoints */
  readEndpointFigures: {
    path: {
      ws: number
    }
    query?: {
      subscription?: number
    }
    answer: {
      data: Array<EndpointFigures>
    }
  }
  /** Start a dev listener */
  startDevListener: {
    path: {
      ws: number
    }
    body: {
      /** Default: all events. */
      events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
      /** A secret of your choice: whsec_ followed by base64 text. The default is a new secret. */
      secret?: string
    } | null
    answer: Listener
  }
  /** Read the collected events of a dev listener, oldest first */
  pollDevListener: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** The ids of the events that you have processed. These events are deleted. */
      done?: Array<number>
      /** The maximum time to wait for an event, in seconds. */
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
  /** @deprecated Use startDevListener instead. The body may have at most 65536 bytes. A larger body is refused with 413. */
  startListener: {
    path: {
      ws: number
    }
    body: {
      /** Default: all events. */
      events?: Array<'delivery.queued' | 'delivery.sent' | 'delivery.delivered' | 'delivery.read' | 'delivery.failed' | 'delivery.action_taken' | 'message.sent' | 'message.deferred' | 'message.expired' | 'message.received' | 'message.bounced' | 'message.complained' | 'delivery.status' | 'contact.created' | 'contact.updated' | 'recipient.suppressed' | 'digest.closed' | 'recipient.preferences_changed' | 'automation.triggered' | 'fallback.step_started' | 'fallback.ended'>
      /** A secret of your choice: whsec_ followed by base64 text. The default is a new secret. */
      secret?: string
    } | null
    answer: Listener
  }
  /** @deprecated Use pollDevListener instead. The body may have at most 65536 bytes. A larger body is refused with 413. */
  hear: {
    path: {
      ws: number
      id: number
    }
    body: {
      /** The ids of the events that you have processed. These events are deleted. */
      done?: Array<number>
      /** The maximum time to wait for an event, in seconds. */
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
  /** List notices to the owners, newest first */
  listNotices: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      /** kept: the notice was not sent by email, because no mail server is set, no address is known, or the daily limit of notices was reached. */
      mail?: 'waiting' | 'sent' | 'kept' | 'failed'
    }
    answer: {
      data: Array<Notice>
      next_cursor: string | null
    }
  }
  /** List callbacks, newest first */
  listCallbacks: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
      mode?: 'live' | 'test'
      status?: 'waiting' | 'sending' | 'received' | 'failed'
      delivery?: number
    }
    answer: {
      data: Array<Callback>
      next_cursor: string | null
      /** Rows older than this time were not searched yet. null if the search is complete. */
      searched_to: string | null
    }
  }
  /** Read a callback with its body and all attempts */
  readCallback: {
    path: {
      ws: number
      id: number
    }
    answer: CallbackDetail
  }
  /** Send a finished callback again */
  replayCallback: {
    path: {
      ws: number
      id: number
    }
    answer: CallbackDetail
  }
  /** Read the version, the running processes and the state of the upgrade */
  readInstallation: {
    answer: Installation
  }
  /** Import a CSV file of recipients */
  importRecipients: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      /** true: report the result of each row, but change no recipient. */
      dry_run?: boolean
      /** The column that identifies the recipient of a row. all: the recipient is searched by id, then by email, whatsapp_phone, phone, telegram_chat_id, messenger_psid. A row is refused if it matches a recipient by one of these columns, but differs in an earlier column. If match_by is an address, the column id is ignored. */
      match_by?: 'all' | 'id' | 'email' | 'whatsapp_phone' | 'phone' | 'telegram_chat_id' | 'messenger_psid'
      /** A JSON list with the name of a column, or null, for each column of the file. It replaces the names in the first line. Columns with null are not imported. */
      columns?: string
      /** The name of the import in lists, for example the file name. */
      name?: string
    }
    body: string | Uint8Array | Blob
    answer: Import
  }
  /** Read the columns of a CSV file of recipients */
  previewImport: {
    path: {
      ws: number
    }
    body: string | Uint8Array | Blob
    answer: ImportPreview
  }
  /** Import a CSV file of suppressed addresses */
  importSuppressions: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      /** The reason of rows that state no known reason. */
      reason?: 'unsubscribed' | 'hard_bounce' | 'complaint' | 'invalid' | 'stop_word' | 'manual'
      /** true: check the rows, but store nothing. */
      dry_run?: boolean
    }
    body: string | Uint8Array | Blob
    answer: {
      rows: number
      /** New suppressions. In a dry run, those that an import would add. */
      added: number
      /** Rows whose address already had a suppression with this reason. */
      known: number
      /** Rows that report no final failure, for example a soft bounce. */
      skipped: number
      /** Rows with a problem. */
      refused: number
      /** The first 100 problems. */
      problems: Array<{
        line: number
        problem: string
      }>
    }
  }
  /** Export suppressed addresses as a CSV file */
  exportSuppressions: {
    path: {
      ws: number
    }
    query?: {
      mode?: 'live' | 'test'
      channel?: 'email' | 'whatsapp' | 'telegram' | 'push' | 'discord' | 'slack' | 'messenger' | 'sms'
      reason?: 'unsubscribed' | 'hard_bounce' | 'complaint' | 'invalid' | 'stop_word' | 'manual'
    }
    answer: undefined
  }
  /** List the imports of the last 30 days, newest first */
  listImports: {
    path: {
      ws: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<Import>
      next_cursor: string | null
    }
  }
  /** Read the progress of an import */
  readImport: {
    path: {
      ws: number
      id: number
    }
    answer: Import
  }
  /** Cancel an import */
  cancelImport: {
    path: {
      ws: number
      id: number
    }
    answer: Import
  }
  /** List the refused rows with their problems, in the order of the file */
  listRefusedRows: {
    path: {
      ws: number
      id: number
    }
    query?: {
      /** The next_cursor of the previous page. */
      cursor?: string
      /** The maximum number of rows. A page ends earlier if its rows have 1048576 bytes, but has at least one row. The next page starts at next_cursor. */
      limit?: number
    }
    answer: {
      data: Array<RefusedRow>
      next_cursor: string | null
    }
  }
  /** Download the refused rows as a CSV file */
  downloadRefusedRows: {
    path: {
      ws: number
      id: number
    }
    answer: undefined
  }
  /** Export all recipients of a mode as a CSV file */
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

/** Each request: method, path below `/v1`, query parameters, and the body's media type if it is not JSON. */
export const operations: {
  readonly [Name in keyof Operations]: readonly [string, string, readonly string[], string?]
} = {
  send: ['POST', '/send', ['dry_run']],
  sendBatch: ['POST', '/send/batch', ['dry_run']],
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
  signOutEverywhere: ['POST', '/manage/account/sessions/revoke-all', []],
  readSecondFactor: ['GET', '/manage/account/second-factor', []],
  beginSecondFactor: ['POST', '/manage/account/second-factor', []],
  confirmSecondFactor: ['POST', '/manage/account/second-factor/confirm', []],
  renewRecoveryCodes: ['POST', '/manage/account/second-factor/recovery-codes', []],
  endSecondFactor: ['POST', '/manage/account/second-factor/disable', []],
  readSignInOptions: ['GET', '/manage/sign-in-options', []],
  beginProviderSignIn: ['POST', '/manage/oidc/start', []],
  finishProviderSignIn: ['POST', '/manage/oidc/finish', []],
  listIdentities: ['GET', '/manage/account/identities', []],
  beginIdentityLink: ['POST', '/manage/account/identities', []],
  unlinkIdentity: ['DELETE', '/manage/account/identities/{id}', []],
  listInvitations: ['GET', '/manage/workspaces/{ws}/invitations', ['cursor', 'limit']],
  invite: ['POST', '/manage/workspaces/{ws}/invitations', []],
  revokeInvitation: ['DELETE', '/manage/workspaces/{ws}/invitations/{id}', []],
  readInvitation: ['POST', '/manage/invitation/read', []],
  acceptInvitation: ['POST', '/manage/invitation/accept', []],
  listMembers: ['GET', '/manage/workspaces/{ws}/members', ['cursor', 'limit', 'q', 'role', 'second_factor']],
  exportMembers: ['GET', '/manage/workspaces/{ws}/members/export', ['q', 'role', 'second_factor', 'format']],
  changeMember: ['PATCH', '/manage/workspaces/{ws}/members/{id}', []],
  removeMember: ['DELETE', '/manage/workspaces/{ws}/members/{id}', []],
  leaveWorkspace: ['POST', '/manage/workspaces/{ws}/leave', []],
  listAccounts: ['GET', '/manage/members', ['cursor', 'limit', 'q', 'operator', 'second_factor']],
  exportAccounts: ['GET', '/manage/members/export', ['q', 'operator', 'second_factor', 'format']],
  changeAccountRights: ['PATCH', '/manage/members/{id}', []],
  removeAccount: ['DELETE', '/manage/members/{id}', []],
  createPasswordLink: ['POST', '/manage/members/{id}/password-link', []],
  signOutAccount: ['POST', '/manage/members/{id}/sign-out', []],
  resetSecondFactor: ['DELETE', '/manage/members/{id}/second-factor', []],
  listManagementTokens: ['GET', '/manage/tokens', []],
  createManagementToken: ['POST', '/manage/tokens', []],
  revokeManagementToken: ['DELETE', '/manage/tokens/{id}', []],
  readAuditLog: ['GET', '/manage/workspaces/{ws}/audit-log', ['cursor', 'limit', 'member', 'action', 'object', 'q', 'since', 'until']],
  readWholeAuditLog: ['GET', '/manage/audit-log', ['cursor', 'limit', 'member', 'action', 'object', 'q', 'since', 'until', 'workspace']],
  exportAuditLog: ['GET', '/manage/workspaces/{ws}/audit-log/export', ['member', 'action', 'object', 'q', 'since', 'until', 'format']],
  exportWholeAuditLog: ['GET', '/manage/audit-log/export', ['member', 'action', 'object', 'q', 'since', 'until', 'workspace', 'format']],
  readOverview: ['GET', '/manage/workspaces/{ws}/overview', []],
  readGettingStarted: ['GET', '/manage/workspaces/{ws}/getting-started', []],
  readFigures: ['GET', '/manage/workspaces/{ws}/figures', ['period', 'from', 'to', 'source', 'channel', 'time_zone']],
  previewBrand: ['GET', '/manage/workspaces/{ws}/brand/preview', ['page', 'label', 'locale', 'name', 'color', 'logo_url']],
  listWorkspaces: ['GET', '/manage/workspaces', ['cursor', 'limit', 'q']],
  createWorkspace: ['POST', '/manage/workspaces', []],
  readWorkspace: ['GET', '/manage/workspaces/{ws}', []],
  changeWorkspace: ['PATCH', '/manage/workspaces/{ws}', []],
  readLedger: ['GET', '/manage/workspaces/{ws}/credits', ['cursor', 'limit']],
  giveCredits: ['POST', '/manage/workspaces/{ws}/credits', []],
  readSmsUsage: ['GET', '/manage/workspaces/{ws}/usage/sms', ['month']],
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
  testConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/test', []],
  readTestReceipt: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/test', ['connection', 'external_id', 'sent_at']],
  registerWebhook: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/register', []],
  listProviderConnections: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers', []],
  addProviderConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers', []],
  orderProviderConnections: ['PUT', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/order', []],
  changeProviderConnection: ['PUT', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}', []],
  removeProviderConnection: ['DELETE', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}', []],
  checkProviderConnection: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}/check', []],
  readConnectionActivity: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/activity', []],
  listConnectionAttempts: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/providers/{id}/attempts', []],
  listApprovedTemplates: ['GET', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates', ['cursor', 'limit', 'q']],
  syncApprovedTemplates: ['POST', '/manage/workspaces/{ws}/sources/{source}/connections/{channel}/templates/sync', []],
  listTemplates: ['GET', '/manage/workspaces/{ws}/templates', ['cursor', 'limit', 'q']],
  createTemplate: ['POST', '/manage/workspaces/{ws}/templates', []],
  readTemplate: ['GET', '/manage/workspaces/{ws}/templates/{slug}', []],
  replaceTemplate: ['PUT', '/manage/workspaces/{ws}/templates/{slug}', []],
  removeTemplate: ['DELETE', '/manage/workspaces/{ws}/templates/{slug}', []],
  listTemplateSummaries: ['GET', '/manage/workspaces/{ws}/template-summaries', ['limit', 'cursor', 'q', 'tag', 'channel', 'engine', 'layout', 'state', 'sort', 'order']],
  listTemplateTags: ['GET', '/manage/workspaces/{ws}/template-tags', []],
  setTemplateTags: ['PUT', '/manage/workspaces/{ws}/templates/{slug}/tags', []],
  readTemplateDraft: ['GET', '/manage/workspaces/{ws}/templates/{slug}/draft', []],
  saveTemplateDraft: ['PUT', '/manage/workspaces/{ws}/templates/{slug}/draft', []],
  discardTemplateDraft: ['DELETE', '/manage/workspaces/{ws}/templates/{slug}/draft', []],
  compareTemplateDraft: ['GET', '/manage/workspaces/{ws}/templates/{slug}/changes', []],
  publishTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/publish', []],
  cloneTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/clone', []],
  previewTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/preview', []],
  previewDraft: ['POST', '/manage/workspaces/{ws}/template-preview', []],
  checkTemplate: ['POST', '/manage/workspaces/{ws}/template-check', []],
  listTemplateVersions: ['GET', '/manage/workspaces/{ws}/templates/{slug}/versions', ['cursor', 'limit']],
  readTemplateVersion: ['GET', '/manage/workspaces/{ws}/templates/{slug}/versions/{version}', []],
  restoreTemplateVersion: ['POST', '/manage/workspaces/{ws}/templates/{slug}/versions/{version}/restore', []],
  sendTestTemplate: ['POST', '/manage/workspaces/{ws}/templates/{slug}/test-send', []],
  listLayouts: ['GET', '/manage/workspaces/{ws}/layouts', ['cursor', 'limit', 'q']],
  createLayout: ['POST', '/manage/workspaces/{ws}/layouts', []],
  readLayout: ['GET', '/manage/workspaces/{ws}/layouts/{slug}', []],
  replaceLayout: ['PUT', '/manage/workspaces/{ws}/layouts/{slug}', []],
  removeLayout: ['DELETE', '/manage/workspaces/{ws}/layouts/{slug}', []],
  previewLayout: ['POST', '/manage/workspaces/{ws}/layout-preview', []],
  listRecipients: ['GET', '/manage/workspaces/{ws}/recipients', ['cursor', 'limit', 'mode', 'q', 'tag']],
  createRecipient: ['POST', '/manage/workspaces/{ws}/recipients', []],
  readRecipient: ['GET', '/manage/workspaces/{ws}/recipients/{id}', []],
  changeRecipient: ['PATCH', '/manage/workspaces/{ws}/recipients/{id}', []],
  removeRecipient: ['DELETE', '/manage/workspaces/{ws}/recipients/{id}', []],
  telegramLink: ['POST', '/manage/workspaces/{ws}/recipients/{id}/telegram-link', []],
  listRecipientIds: ['GET', '/manage/workspaces/{ws}/recipients/ids', ['cursor', 'limit', 'mode', 'q', 'tag']],
  tagRecipients: ['POST', '/manage/workspaces/{ws}/recipients/tags', []],
  removeRecipients: ['POST', '/manage/workspaces/{ws}/recipients/remove', []],
  listCategories: ['GET', '/manage/workspaces/{ws}/categories', []],
  createCategory: ['POST', '/manage/workspaces/{ws}/categories', []],
  readCategory: ['GET', '/manage/workspaces/{ws}/categories/{slug}', []],
  changeCategory: ['PATCH', '/manage/workspaces/{ws}/categories/{slug}', []],
  removeCategory: ['DELETE', '/manage/workspaces/{ws}/categories/{slug}', []],
  readPreferences: ['GET', '/manage/workspaces/{ws}/recipients/{id}/preferences', []],
  changePreferences: ['PATCH', '/manage/workspaces/{ws}/recipients/{id}/preferences', []],
  preferenceLink: ['POST', '/manage/workspaces/{ws}/recipients/{id}/preference-link', []],
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
  listSuppressions: ['GET', '/manage/workspaces/{ws}/suppressions', ['cursor', 'limit', 'mode', 'channel', 'reason', 'q', 'address']],
  addSuppression: ['POST', '/manage/workspaces/{ws}/suppressions', []],
  readSuppression: ['GET', '/manage/workspaces/{ws}/suppressions/{id}', []],
  liftSuppression: ['POST', '/manage/workspaces/{ws}/suppressions/{id}/lift', []],
  listDeliveries: ['GET', '/manage/workspaces/{ws}/deliveries', ['cursor', 'limit', 'mode', 'status', 'state', 'channel', 'recipient', 'source', 'template', 'category', 'reason', 'tag', 'words', 'since', 'until', 'q']],
  readTimeline: ['GET', '/manage/workspaces/{ws}/deliveries/{id}', []],
  moveDelivery: ['PATCH', '/manage/workspaces/{ws}/deliveries/{id}', []],
  cancelDelivery: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/cancel', []],
  resendDelivery: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/resend', []],
  readFallback: ['GET', '/manage/workspaces/{ws}/fallbacks/{id}', []],
  stopFallback: ['POST', '/manage/workspaces/{ws}/fallbacks/{id}/stop', []],
  startFallbackStep: ['POST', '/manage/workspaces/{ws}/fallbacks/{id}/start', []],
  listTestInbox: ['GET', '/manage/workspaces/{ws}/test-inbox', ['cursor', 'limit', 'channel', 'template', 'q', 'brief']],
  readTestMessage: ['GET', '/manage/workspaces/{ws}/test-inbox/{id}', []],
  clearTestInbox: ['POST', '/manage/workspaces/{ws}/test-inbox/clear', []],
  previewDelivery: ['GET', '/manage/workspaces/{ws}/deliveries/{id}/preview', []],
  dryRun: ['POST', '/manage/workspaces/{ws}/dry-runs', []],
  readDigest: ['GET', '/manage/workspaces/{ws}/deliveries/{id}/digest', []],
  closeDigest: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/digest/close', []],
  sendDeferredNow: ['POST', '/manage/workspaces/{ws}/deliveries/{id}/send-now', []],
  watchDeliveries: ['GET', '/manage/workspaces/{ws}/deliveries/changes', ['mode', 'status', 'state', 'channel', 'recipient', 'source', 'template', 'category', 'reason', 'tag', 'words', 'since', 'until', 'q', 'watch', 'wait']],
  exportDeliveries: ['GET', '/manage/workspaces/{ws}/deliveries/export', ['mode', 'status', 'state', 'channel', 'recipient', 'source', 'template', 'category', 'reason', 'tag', 'words', 'since', 'until', 'q', 'format']],
  previewBulkOperation: ['POST', '/manage/workspaces/{ws}/bulk-operations', []],
  listBulkOperations: ['GET', '/manage/workspaces/{ws}/bulk-operations', ['cursor', 'limit']],
  startBulkOperation: ['POST', '/manage/workspaces/{ws}/bulk-operations/{id}/start', []],
  stopBulkOperation: ['POST', '/manage/workspaces/{ws}/bulk-operations/{id}/stop', []],
  undoBulkOperation: ['POST', '/manage/workspaces/{ws}/bulk-operations/{id}/undo', []],
  readBulkOperation: ['GET', '/manage/workspaces/{ws}/bulk-operations/{id}', []],
  listBulkResults: ['GET', '/manage/workspaces/{ws}/bulk-operations/{id}/results', ['cursor', 'limit', 'result']],
  listSavedFilters: ['GET', '/manage/workspaces/{ws}/saved-filters', []],
  createSavedFilter: ['POST', '/manage/workspaces/{ws}/saved-filters', []],
  removeSavedFilter: ['DELETE', '/manage/workspaces/{ws}/saved-filters/{id}', []],
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
  readEndpointFigures: ['GET', '/manage/workspaces/{ws}/subscription-figures', ['subscription']],
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
  importRecipients: ['POST', '/manage/workspaces/{ws}/recipients/import', ['mode', 'dry_run', 'match_by', 'columns', 'name'], 'text/csv'],
  previewImport: ['POST', '/manage/workspaces/{ws}/recipients/import/preview', [], 'text/csv'],
  importSuppressions: ['POST', '/manage/workspaces/{ws}/suppressions/import', ['mode', 'channel', 'reason', 'dry_run'], 'text/csv'],
  exportSuppressions: ['GET', '/manage/workspaces/{ws}/suppressions/export', ['mode', 'channel', 'reason']],
  listImports: ['GET', '/manage/workspaces/{ws}/recipients/imports', ['cursor', 'limit']],
  readImport: ['GET', '/manage/workspaces/{ws}/recipients/imports/{id}', []],
  cancelImport: ['POST', '/manage/workspaces/{ws}/recipients/imports/{id}/cancel', []],
  listRefusedRows: ['GET', '/manage/workspaces/{ws}/recipients/imports/{id}/refused', ['cursor', 'limit']],
  downloadRefusedRows: ['GET', '/manage/workspaces/{ws}/recipients/imports/{id}/refused.csv', []],
  exportRecipients: ['GET', '/manage/workspaces/{ws}/recipients/export', ['mode', 'tag']],
}
