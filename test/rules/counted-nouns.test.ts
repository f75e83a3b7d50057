// Sentences with a number. The noun depends on the number, so a sentence with a variable number requires
// lib/text/plural.ts.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../src/', import.meta.url))
const NOUNS =
  'actions|addresses|attempts|blocks|buttons|bytes|cells|channels|characters|connections|credits|days|deliveries|devices|entries|errors|events|files|hours|items|keys|lines|listeners|messages|minutes|months|people|processes|recipients|requests|rows|seconds|secrets|sessions|sources|tasks|templates|times|tokens|values|variables|workers|workspaces'
const COUNT = new RegExp(`\\$\\{([^{}]+)\\} (?:of \\$\\{[^{}]+\\} )?(?:${NOUNS})\\b`, 'g')
/** Matches fixed numbers above 1. Their sentences need no singular. */
const FIXED =
  /^[A-Z][A-Z_]+\b|^(sizes|lengths|bodies|imports|suppressionFiles|credentials|devListeners|outgoing|records|figures|bulk|exportedDeliveries|templateChecks|limits|\w+Limits|requestDefaults)\.|longestRow$|^lasts \/ HOUR$|SECOND\)$/
/** For each file, a pattern for numbers that are always above 1, so that their sentence needs only the plural. */
const ABOVE_ONE: Record<string, RegExp> = {
  // Sizes of texts that are too long, and limits on the number of characters.
  'channels/text/text-length.ts': /./,
  'channels/text/own-content.ts': /./,
  'channels/discord/embeds.ts': /^size$/,
  'channels/discord/channel.ts': /^size$/,
  'channels/slack/blocks.ts': /^size$/,
  // The length of a DKIM key that is too short, in bits. Even this number is above 1.
  'channels/email/settings.ts': /^bits$/,
  'channels/email/outcomes.ts': /^size$/,
  'channels/email/attachments.ts': /^total$/,
  'channels/push/formats.ts': /^bytes$/,
  'admission/parse.ts': /^(length|data)$/,
  'admission/attachments.ts': /^total$/,
  'http/public/read-sends.ts': /^messages\.length$/,
  'http/manage/messages/delivery-changes.ts': /^pairs\.length$/,
  'http/body/json-refusal.ts': /./,
  'http/document/api-document.ts': /^bodyLimit$/,
  'lib/scheduling/thread-pool.ts': /./,
  // In the sentences with these expressions, the number of minutes or hours is always above 1.
  'errors.ts': /^minutes$|60/,
  // A window of 24 hours.
  'admission/conversations.ts': /^hours$/,
  // 10 failures disable an endpoint.
  'events/judge.ts': /^failures$/,
  // Only 20 or more unanswered attempts open the breaker.
  'delivery/failover/breaker.ts': /^breaker\.calls\.size$/,
  // The sentence is used only for several devices.
  'channels/push/outcomes.ts': /^leading\.length$/,
  // `kind` is the kind of a key, not a number. The number before it in the sentence is a limit of 100.
  'workspaces/keys.ts': /^kind$/,
  // The limit on the length of filled-in values.
  'templates/fill.ts': /^most$/,
  // The sentence of a wrong number of cells needs no singular: a file of one column has no rows with fewer cells.
  'recipients/import-mapping.ts': /^cells\.length$/,
  // The limit on the length of a message in a digest.
  'admission/digests/request.ts': /^digests\.item$/,
  // The lengths of texts that are too long.
  'templates/email/mjml.ts': /^html\.length$/,
  'workspaces/saved-filters.ts': /^size$/,
  // The number is 3 in every plan that limits the number of channels.
  'connections/connections.ts': /^most$/,
  // For 1, the sentence has the word "one".
  'schema-words.ts': /^n$/,
  'members/passwords.ts': /./,
}

it('uses the plural helper for every variable number, so that no text contains "1 messages"', () => {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const name = file.split(path.sep).join('/')
      return [...readFileSync(root + file, 'utf8').matchAll(COUNT)]
        .filter(([, number = '']) => !FIXED.test(number) && !ABOVE_ONE[name]?.test(number))
        .map(([words]) => `${name}: ${words}`)
    })
  expect(found).toEqual([])
})
