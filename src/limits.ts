// Every limit as code: lengths, sizes, windows and schedules. src/limit-words.ts describes those that callers meet.
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
  /** Ours: of a variable that a template marks as sensitive, and how many it may mark. */
  variableName: 100,
  sensitiveVariables: 50,
} as const

/** Ours, where the specification names no number (decision 35 and the shape of a request). */
export const sizes = {
  attachmentsPerMessage: 10 * 1024 * 1024,
  request: 30 * 1024 * 1024,
  email: 320,
  url: 2048,
  subject: 998,
  mediaFilename: 255,
  externalId: 255,
  variable: 65_536,
  /** All variables of a message together, characters. */
  variables: 262_144,
  /** The text of an email once filled in, characters. Every other channel takes less. */
  emailText: 262_144,
  /**
   * Values filled into one message: subject, text, own content and the copy with masks, characters. Discord takes 8,000 of text
   * and 122,880 of addresses, Slack 53,000 of text.
   */
  filled: 262_144,
  /** The same in an email: a text of the length above, from a template of 100,000 characters, and its copy with masks. */
  filledInEmail: 3 * 262_144,
  payloadBytes: 16_384,
  nesting: 32,
  /** One part of a path, such as an unsubscribe token: an address of 320 characters, sealed and in base64. */
  pathPart: 2048,
  /** Values that one JSON body holds, at all depths, attachments' bytes being one each. */
  values: 10_000,
  /** Values that all messages of a batch hold together; each message still holds at most `values`. */
  batchValues: 100_000,
  /** Values in one request of a provider. Meta's largest, 3 MB of statuses, hold about 150,000. */
  inboundValues: 200_000,
} as const

/** What stored records hold: characters of a text, items of a list. */
export const records = {
  /** A name of a workspace, source, template or automation. */
  name: 255,
  messengerPsid: 255,
  slackChannel: 255,
  tag: 100,
  tags: 100,
  /** Devices of a recipient; one more takes the place of the oldest. */
  devices: 20,
  /** Connections of a source's channel. */
  providerConnections: 10,
  /** A text of a template, before variables are filled in. */
  templateText: 100_000,
  /** Rows of a page of a list. */
  page: 100,
  /** Bytes of the rows of a page, as JSON. */
  pageBytes: 1024 * 1024,
  /** Deliveries that one long poll watches. */
  watched: 100,
  /** Workspaces that the answer about a session names. */
  workspacesOfSession: 200,
} as const

const KB = 1024
const MB = 1024 * KB
/** Base64 adds a third, and line breaks in it (`\\r\\n` after 76 characters, as JSON writes them) a nineteenth. */
const IN_BASE64 = (4 / 3) * (80 / 76)

/** Bytes of a request's body, by what a route takes. A route that needs no credential takes `small`. */
export const bodies = {
  /** Every route that declares nothing else. */
  small: 64 * KB,
  /** A browser or app that registers for push. */
  device: 16 * KB,
  /** A recipient with 20 devices and metadata. */
  recipient: 256 * KB,
  /** A message without attachments: 262,144 characters of variables, up to six bytes each in JSON. */
  message: 2 * MB,
  /** A template in all its languages. */
  template: 2 * MB,
  /** One message with 10 MB of attachments. */
  send: Math.ceil((sizes.attachmentsPerMessage * IN_BASE64) / MB + 2) * MB,
  /** Up to 100 messages with 30 MB of attachments together. */
  batch: Math.ceil((sizes.request * IN_BASE64) / MB + 1) * MB,
  /** One request of a provider; Meta's have up to 3 MB. */
  inbound: 4 * MB,
} as const

/** What bodies that come in cost at most: memory, threads and time. */
export const bodyWork = {
  /** Bytes above which a body is parsed, validated and decoded in a thread of its own. */
  inThread: 256 * KB,
  /** Bytes of such bodies that a process holds at a time; a body that would exceed them is refused with 503. */
  inMemory: 4 * bodies.batch,
  /** Characters of variables and payloads that the main thread works on before it lets others have a turn. */
  inOneTurn: 256 * KB,
  /** The same that one transaction accepts, of several requests together. */
  inOneSet: 2 * MB,
  /** Bodies that wait for a thread; one more is refused with 503. */
  maxQueued: 64,
  /** Bytes that are read and dropped after an early answer, so that a client that sends first still reads it. */
  drained: 64 * MB,
  /** Milliseconds for that. */
  drainedWithin: 10_000,
} as const

/** Milliseconds. */
export const windows = {
  idempotency: HOUR,
  rateLimit: HOUR,
  actionToken: 72 * HOUR,
  /** Links that open a chat with the bot for a recipient. */
  onboarding: 30 * DAY,
  /** Requests of providers, for looking into what they said. */
  inbound: 7 * DAY,
  /** Receipts about messages nobody knows yet. */
  earlyReceipts: DAY,
  scheduleAhead: 366 * DAY,
} as const

/** The first attempt and three more (decision 16), milliseconds between them. */
export const retryDelays = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const

/** What a provider sent and could not be applied is tried this often again, then set aside; milliseconds between. */
export const inboundRetries = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE] as const

/** One attempt's budget and the lease that covers it, milliseconds; see docs/decisions.md. */
export const delivery = {
  attemptBudget: 40 * SECOND,
  lease: 55 * SECOND,
  renewEvery: 15 * SECOND,
} as const

/** Events and callbacks (decisions 21 to 23), milliseconds: the first attempt and three more. */
export const outgoing = {
  retryDelays: [MINUTE, 5 * MINUTE, 30 * MINUTE],
  answerWithin: 30 * SECOND,
  /** Covers one attempt and the keeping of its result. */
  lease: 45 * SECOND,
  /** A receiver that asks for more patience than this gets no more. */
  longestRetryAfter: DAY,
  failuresInARow: 10,
  failingFor: 3 * DAY,
  secretOverlap: DAY,
  retention: 7 * DAY,
} as const

/** Files of recipients. */
export const imports = {
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  bytesOfARow: 256 * 1024,
  /** Rows that are kept, and applied, in one statement or transaction. */
  set: 500,
  /** A set ends with the row that reaches this many characters: long rows travel in smaller sets. */
  charactersOfASet: 512 * 1024,
  lease: MINUTE,
  /** Without another part of the file an upload is given up. */
  uploadPause: 5 * MINUTE,
  /** What became of one is told for so long. */
  kept: 30 * DAY,
} as const

/** Listeners, which ask for events instead of being sent them. */
export const devListeners = {
  most: 20,
  /** Without asking, until it is ended. */
  silence: HOUR,
  /** Seconds that an answer may take. */
  longestWait: 30,
  pollInterval: 250,
} as const

export const defaultRateLimit = 100

/** Of the demo source, which the first start makes. */
export const seededRateLimit = 10_000
