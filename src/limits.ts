// Every limit of the service: lengths, sizes, time windows and retry schedules. src/limit-words.ts describes them for
// callers.
import { DAY, HOUR, MINUTE, SECOND } from './durations.ts'

export { credentials, guessing, mailLimits, passwords, validity, wrongRequests } from './access-limits.ts'
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
  locale: 10,
  batch: 100,
  /**
   * Not in the specification: the name of a sensitive variable, and the number of sensitive variables of a template.
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
  /** Characters of all variables of a message together. */
  variables: 262_144,
  /** Characters of the rendered text of an email. All other channels accept less. */
  emailText: 262_144,
  /**
   * Characters of all values filled into one message: its subject, text, channel's own content and masked copy. Discord
   * accepts 8,000 characters of text and 122,880 of URLs, Slack 53,000 of text.
   */
  filled: 262_144,
  /** The same for an email: a text of `emailText`, a template of 100,000 characters, and the masked copy. */
  filledInEmail: 3 * 262_144,
  payloadBytes: 16_384,
  nesting: 32,
  /** One segment of a path. The longest is an unsubscribe token: a sealed address of 320 characters in base64. */
  pathPart: 2048,
  /** JSON values of one body, at all levels. The content of an attachment is one value. */
  values: 10_000,
  /** JSON values of all messages of a batch. Each message has at most `values`. */
  batchValues: 100_000,
  /** JSON values in one request of a provider. Meta's largest, 3 MB of statuses, have about 150,000. */
  inboundValues: 200_000,
} as const

/** Limits of stored records: characters of a text, items of a list. */
export const records = {
  /** A name of a workspace, source, template or automation. */
  name: 255,
  messengerPsid: 255,
  slackChannel: 255,
  tag: 100,
  tags: 100,
  /** Push devices of a recipient. A further one replaces the oldest. */
  devices: 20,
  /** Provider connections of one channel of a source. */
  providerConnections: 10,
  /** A text of a template, before variables are filled in. */
  templateText: 100_000,
  /** Rows of a page of a list. */
  page: 100,
  /** Bytes of the rows of a page, as JSON. */
  pageBytes: 1024 * 1024,
  /** Deliveries that one long poll watches. */
  watched: 100,
  /** Workspaces in the body of a session. */
  workspacesOfSession: 200,
} as const

const KB = 1024
const MB = 1024 * KB
/** Base64 adds a third. Its line breaks (`\\r\\n` in JSON, after 76 characters) add a nineteenth. */
const IN_BASE64 = (4 / 3) * (80 / 76)

/** Bytes of a request body, by route. A route without a credential accepts `small`. */
export const bodies = {
  /** The default of all routes. */
  small: 64 * KB,
  /** A push registration of a browser or app. */
  device: 16 * KB,
  /** A recipient with 20 devices and metadata. */
  recipient: 256 * KB,
  /** A message without attachments: 262,144 characters of variables, up to six bytes each in JSON. */
  message: 2 * MB,
  /** A template in all its languages. */
  template: 2 * MB,
  /** One message with 10 MB of attachments. */
  send: Math.ceil((sizes.attachmentsPerMessage * IN_BASE64) / MB + 2) * MB,
  /** Up to 100 messages with 30 MB of attachments in total. */
  batch: Math.ceil((sizes.request * IN_BASE64) / MB + 1) * MB,
  /** A provider's request. Those of Meta have up to 3 MB. */
  inbound: 4 * MB,
} as const

/** Bounds of the memory, threads and time that request bodies use. */
export const bodyWork = {
  /** Bytes above which a body is parsed, validated and decoded in a separate thread. */
  inThread: 256 * KB,
  /** Bytes of such bodies in the memory of a process. A body that would exceed them is refused with 503. */
  inMemory: 4 * bodies.batch,
  /** Characters of variables and payloads that the main thread processes in one turn of the event loop. */
  inOneTurn: 256 * KB,
  /** Characters of variables and payloads in one set of requests. */
  inOneSet: 2 * MB,
  /** Bodies that wait for a thread. A further one is refused with 503. */
  maxQueued: 64,
  /** Bytes that are read and discarded after an early answer: some clients send everything before they read. */
  drained: 64 * MB,
  /** Milliseconds for reading them. */
  drainedWithin: 10_000,
} as const

/** Time windows in milliseconds. */
export const windows = {
  idempotency: HOUR,
  rateLimit: HOUR,
  actionToken: 72 * HOUR,
  /** Links that open a chat with the bot for a recipient. */
  onboarding: 30 * DAY,
  /** Stored requests of providers, for inspection. */
  inbound: 7 * DAY,
  /** Receipts that arrive before their message is known. */
  earlyReceipts: DAY,
  scheduleAhead: 366 * DAY,
} as const

/** Pauses between the four attempts of a message, in milliseconds (decision 16). */
export const retryDelays = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const

/** Pauses between the attempts to apply a provider's request, in milliseconds. After the last one it is set aside. */
export const inboundRetries = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE] as const

/** The budget of one attempt and the lease that covers it, in milliseconds (docs/decisions.md). */
export const delivery = {
  attemptBudget: 40 * SECOND,
  lease: 55 * SECOND,
  renewEvery: 15 * SECOND,
} as const

/** Events and callbacks, in milliseconds (decisions 21 to 23). */
export const outgoing = {
  /** Pauses between the four attempts. */
  retryDelays: [MINUTE, 5 * MINUTE, 30 * MINUTE],
  answerWithin: 30 * SECOND,
  /** Covers one attempt and the storage of its result. */
  lease: 45 * SECOND,
  /** A longer `Retry-After` of a receiver counts as this. */
  longestRetryAfter: DAY,
  failuresInARow: 10,
  failingFor: 3 * DAY,
  secretOverlap: DAY,
  retention: 7 * DAY,
} as const

/** Imports of recipients. */
export const imports = {
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  bytesOfARow: 256 * 1024,
  /** Rows that are stored, and applied, in one statement or transaction. */
  set: 500,
  /** A set ends with the row that reaches this many characters, so sets of long rows are smaller. */
  charactersOfASet: 512 * 1024,
  lease: MINUTE,
  /** An upload that receives no byte for this time is aborted. */
  uploadPause: 5 * MINUTE,
  /** How long the report of an import is kept. */
  kept: 30 * DAY,
} as const

/** Dev listeners, which poll for events. */
export const devListeners = {
  most: 20,
  /** A listener that does not poll for this time is ended. */
  silence: HOUR,
  /** The longest wait of a poll, in seconds. */
  longestWait: 30,
  pollInterval: 250,
} as const

export const defaultRateLimit = 100

/** The rate limit of the demo source, which the first start creates. */
export const seededRateLimit = 10_000
