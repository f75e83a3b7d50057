// Every limit of the service: lengths, sizes, time windows and retry schedules. src/limit-words.ts describes them for
// callers.
import { DAY, HOUR, MINUTE, SECOND } from './durations.ts'

export * from './limits/access.ts'
export * from './limits/digests.ts'
export * from './limits/files.ts'
export * from './limits/lists.ts'
export * from './limits/templates.ts'
export { DAY, HOUR, MINUTE, SECOND }

export const lengths = {
  templateSlug: 100,
  idempotencyKey: 128,
  actions: 5,
  actionSlug: 50,
  actionLabel: 30,
  callbackUrl: 1000,
  attachments: 5,
  attachmentFilename: 255,
  attachmentMimeType: 100,
  mediaCaption: 1000,
  recipientName: 255,
  telegramChatId: 255,
  whatsappPhone: 32,
  phone: 32,
  locale: 10,
  batch: 100,
  /**
   * Maximum number of characters in the name of a sensitive variable, and maximum number of sensitive variables of a
   * template. The specification has no such limits.
   */
  variableName: 100,
  sensitiveVariables: 50,
} as const

/** Limits for which the specification has no number (decision 35). */
export const sizes = {
  attachmentsPerMessage: 10 * 1024 * 1024,
  request: 30 * 1024 * 1024,
  email: 320,
  url: 2048,
  subject: 998,
  mediaFilename: 255,
  externalId: 255,
  variable: 65_536,
  /** Maximum number of characters of all variables of a message together. */
  variables: 262_144,
  /** Maximum number of characters of an email's rendered text. The limits of the other channels are lower. */
  emailText: 262_144,
  /** Maximum number of characters of an email's rendered HTML, without its layout. */
  emailHtml: 524_288,
  /**
   * Maximum number of characters of all values that are filled into one message: into its subject, its text, its
   * content for the channel, and the copy that hides sensitive variables. For comparison, Discord accepts 8,000
   * characters of text and 122,880 characters of URLs. Slack accepts 53,000 characters of text.
   */
  filled: 262_144,
  /**
   * The limit `filled` for emails. It is high enough for a rendered text of `emailText` characters, a template of
   * 100,000 characters, and the copy that hides sensitive variables.
   */
  filledInEmail: 3 * 262_144,
  /** Maximum number of characters of `data` as JSON. */
  data: 262_144,
  payloadBytes: 16_384,
  nesting: 32,
  /**
   * Maximum number of characters of one path segment. The longest segment is an unsubscribe token: an encrypted address
   * of 320 characters in base64.
   */
  pathPart: 2048,
  /** Maximum number of JSON values in one body, at all levels. The content of an attachment is one value. */
  values: 10_000,
  /**
   * Maximum number of JSON values of all messages of a batch together. Each message may have at most `values` JSON
   * values.
   */
  batchValues: 100_000,
  /**
   * Maximum number of JSON values in one request from a provider. Meta's largest requests, 3 MB of statuses, have about
   * 150,000.
   */
  inboundValues: 200_000,
} as const

/** Limits of stored records: characters of a text, items of a list. */
export const records = {
  /** Name of a workspace, source, template or automation. */
  name: 255,
  messengerPsid: 255,
  slackChannel: 255,
  tag: 100,
  tags: 100,
  /** Push devices of a recipient. Above the limit, a new device replaces the oldest. */
  devices: 20,
  /** Provider connections of one channel of a source. */
  providerConnections: 10,
  /** Categories of a workspace. */
  categories: 50,
  /** Languages of the name of a category. */
  categoryNames: 50,
  /** Text of a template, before variables are filled in. */
  templateText: 100_000,
  /** Rows on one page of a list. */
  page: 100,
  /** Bytes of all rows on one page, as JSON. */
  pageBytes: 1024 * 1024,
  /** Deliveries for whose changes one long poll waits. */
  watched: 100,
  /** Workspaces in the response that describes a session. */
  workspacesOfSession: 200,
} as const

const KB = 1024
const MB = 1024 * KB
/**
 * The factor by which base64 enlarges a file. The encoding adds one third. A line break after each 76 characters adds
 * one nineteenth, because JSON contains it as four characters (`\\r\\n`).
 */
const IN_BASE64 = (4 / 3) * (80 / 76)

/** Maximum number of bytes of a request body, by route. A route without authentication accepts `small`. */
export const bodies = {
  /** The default of all routes. */
  small: 64 * KB,
  /** A push registration of a browser or app. */
  device: 16 * KB,
  /** A request that sets a recipient with 20 devices and metadata. */
  recipient: 256 * KB,
  /** A message without attachments. It may have 262,144 characters of variables, each with up to six bytes in JSON. */
  message: 2 * MB,
  /** A request that previews a bulk operation, with the ids of up to 5,000 deliveries. */
  bulk: 128 * KB,
  /** A template with all its languages. */
  template: 2 * MB,
  /** A send request whose attachments have 10 MB in total before they are encoded in base64. */
  send: Math.ceil((sizes.attachmentsPerMessage * IN_BASE64) / MB + 2) * MB,
  /** A batch of up to 100 messages whose attachments have 30 MB in total before they are encoded in base64. */
  batch: Math.ceil((sizes.request * IN_BASE64) / MB + 1) * MB,
  /** A request from a provider. Requests from Meta have up to 3 MB. */
  inbound: 4 * MB,
} as const

/** Limits of the memory, threads and time that the service uses for request bodies. */
export const bodyWork = {
  /** A body with more bytes than this is parsed, validated and decoded in a separate thread. */
  inThread: 256 * KB,
  /**
   * Maximum memory of one process, in bytes, for all bodies that are larger than `inThread`. Further large bodies are
   * refused with 503.
   */
  inMemory: 4 * bodies.batch,
  /**
   * Maximum number of characters of variables and payloads that the main thread processes in one turn of the event
   * loop.
   */
  inOneTurn: 256 * KB,
  /**
   * Maximum number of characters of variables and payloads in one set of send requests. It is also the maximum number
   * of characters of the captured messages in one set of settlements.
   */
  inOneSet: 2 * MB,
  /** Maximum number of bodies that wait for a thread. Further bodies are refused with 503. */
  maxQueued: 64,
  /**
   * Maximum number of bytes that are read and discarded from the rest of a body after the response was sent. Some
   * clients read the response only after they have sent their whole body.
   */
  drained: 64 * MB,
  /** Maximum time for reading the rest of a body after the response was sent, in milliseconds. */
  drainedWithin: 10_000,
} as const

/** Time windows in milliseconds. */
export const windows = {
  idempotency: HOUR,
  rateLimit: HOUR,
  actionToken: 72 * HOUR,
  /** Validity of a link that opens a chat with the bot for a recipient. */
  onboarding: 30 * DAY,
  /** How long inbound webhooks are stored, so that members can inspect them. */
  inbound: 7 * DAY,
  /** How long a receipt is stored if its message is not yet known. */
  earlyReceipts: DAY,
  messageParts: DAY,
  scheduleAhead: 366 * DAY,
} as const

/** Limits of the fields that decide when and where a message is sent. Times are in milliseconds. */
export const timing = {
  expiresAfter: 7 * DAY,
  limitPeriod: 31 * DAY,
  limitKey: 128,
  limitMost: 100,
  fallbackSteps: 10,
  fallbackAfter: 7 * DAY,
  repeats: 20,
  /** Milliseconds for which a fallback waits for the failure of a message that was sent. */
  fallbackFailure: 72 * HOUR,
} as const

/** Pauses between the four attempts of a message, in milliseconds (decision 16). */
export const retryDelays = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const

/**
 * Pauses between the attempts to apply an inbound webhook, in milliseconds. After the last failed attempt, the webhook
 * is set aside.
 */
export const inboundRetries = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE] as const

/**
 * The time limit of one attempt and the duration of a lease, in milliseconds (docs/decisions.md). The lease is longer
 * than the attempt.
 */
export const delivery = {
  attemptBudget: 40 * SECOND,
  lease: 55 * SECOND,
  renewEvery: 15 * SECOND,
} as const

/** Limits of events and callbacks (decisions 21 to 23). All durations are in milliseconds. */
export const outgoing = {
  /** Pauses between the four attempts to send an event or callback. */
  retryDelays: [MINUTE, 5 * MINUTE, 30 * MINUTE],
  answerWithin: 30 * SECOND,
  /** The lease is long enough for one attempt and the storage of its result. */
  lease: 45 * SECOND,
  /** Maximum pause that a receiver can request with `Retry-After`. A longer pause is shortened to this value. */
  longestRetryAfter: DAY,
  failuresInARow: 10,
  failingFor: 3 * DAY,
  secretOverlap: DAY,
  retention: 7 * DAY,
} as const

/** Dev listeners, which poll for events. */
export const devListeners = {
  most: 20,
  /** A dev listener that does not poll for this time is removed. */
  silence: HOUR,
  /** Maximum time for which the service holds a poll open, in seconds. */
  longestWait: 30,
  pollInterval: 250,
} as const

export const defaultRateLimit = 100

/** The rate limit of the demo source. The first start creates this source. */
export const seededRateLimit = 10_000
