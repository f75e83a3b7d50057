// The reasons and origins of suppressions, with the spelling of the API and the database.

/**
 * The reasons of a suppression.
 * - `unsubscribed`: the recipient opted out.
 * - `hard_bounce`: the address does not exist.
 * - `complaint`: the recipient reported a message as spam.
 * - `invalid`: the provider cannot reach the address.
 * - `stop_word`: the recipient replied with a stop word.
 * - `manual`: a member added the address.
 */
export const suppressionReasons = [
  'unsubscribed',
  'hard_bounce',
  'complaint',
  'invalid',
  'stop_word',
  'manual',
] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/**
 * The origins of a suppression.
 * - `link`: the unsubscribe link.
 * - `provider`: a webhook or an answer of the provider.
 * - `mail`: a bounce mail or a feedback report.
 * - `reply`: a stop word.
 * - `member`: the portal or the management API.
 * - `import`: a file.
 */
export const suppressionOrigins = ['link', 'provider', 'mail', 'reply', 'member', 'import'] as const
export type SuppressionOrigin = (typeof suppressionOrigins)[number]
