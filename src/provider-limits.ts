// What providers take of one message: characters of its text, and parts of a template's own content. Part of src/limits.ts.

/** The text of a message that each provider takes, with variables filled in: characters, or bytes where the name says so. */
export const channelTexts = {
  telegram: 4096,
  telegramCaption: 1024,
  whatsapp: 4096,
  /** Beside media, buttons or a link. */
  whatsappBeside: 1024,
  messenger: 2000,
  slack: 40_000,
  discord: 2000,
  /** All embeds of a message together. */
  discordEmbeds: 6000,
  /** Plaintext that fits into one encrypted record of 4096 bytes (RFC 8291, section 4). */
  webPushBytes: 3993,
  fcmBytes: 4096,
} as const

/** Parts of a template's content for one channel. */
export const ownContent = {
  whatsappHeader: 60,
  whatsappButtons: 10,
  /** Buttons of a free message with media; without media more of them become a list. */
  whatsappMediaButtons: 3,
  slackBlocks: 50,
  /** All texts of all blocks; Slack's schema does not contain it, its errors do. */
  slackCharacters: 13_000,
  slackSection: 3000,
  slackFields: 10,
  slackContextElements: 10,
  slackActionElements: 25,
  discordEmbeds: 10,
  discordFields: 25,
} as const
