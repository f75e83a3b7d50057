// The specification's Limits table as code: lengths, windows, schedules, plans and prices.

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
  /** The text of an e-mail once filled in, characters. Every other channel takes less. */
  emailText: 262_144,
  payloadBytes: 16_384,
  nesting: 32,
  /** Values that one JSON body holds, at all depths, attachments' bytes being one each. */
  values: 10_000,
  /** One request of a provider; Meta's have up to 3 MB. */
  inbound: 4 * 1024 * 1024,
} as const

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

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

/** The first try and three more (decision 16), milliseconds between them. */
export const retryDelays = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const

/** What a provider sent and could not be applied is tried this often again, then set aside; milliseconds between. */
export const inboundRetries = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE] as const

/** One try's budget and the lease that covers it, milliseconds; see docs/decisions.md. */
export const delivery = {
  tryBudget: 40 * SECOND,
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
  kept: 7 * DAY,
} as const

/** Files of recipients. */
export const imports = {
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  bytesOfARow: 256 * 1024,
  /** Rows that are kept, and applied, in one statement or transaction. */
  set: 500,
  lease: MINUTE,
  /** Without another part of the file an upload is given up. */
  uploadPause: 5 * MINUTE,
  /** What became of one is told for so long. */
  kept: 30 * DAY,
} as const

/** Listeners, which ask for events instead of being sent them. */
export const listening = {
  most: 20,
  /** Without asking, until it is ended. */
  silence: HOUR,
  /** Seconds that an answer may take. */
  longestWait: 30,
  lookEvery: 250,
} as const

export const defaultRateLimit = 100

export interface Plan {
  slug: string
  name: string
  /** Messages a month; null = unlimited. WhatsApp's bundle is the same number again. */
  quota: number | null
  /** Distinct connected channels in a workspace; null = any. */
  channels: number | null
}

export const plans: Record<string, Plan> = {
  free: { slug: 'free', name: 'Free', quota: 500, channels: 3 },
  pro: { slug: 'pro', name: 'Pro', quota: 10_000, channels: null },
  agency: { slug: 'agency', name: 'Agency', quota: 50_000, channels: null },
  unlimited: { slug: 'unlimited', name: 'Unlimited', quota: null, channels: null },
}

/** Credits a message over the quota costs (specification, Limits; decision 18 for the channels it does not price). */
export const creditCosts = {
  telegram: 1,
  email: 1,
  whatsapp: 3,
  sms: 10,
  discord: 1,
  slack: 1,
  push: 1,
  messenger: 1,
} as const
