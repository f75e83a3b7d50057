// The list of all provider fixtures. A new provider needs a file in this folder and a line here.

import { discord } from './discord.ts'
import { email } from './email.ts'
import { emailApis } from './email-apis.ts'
import type { ProviderFixture } from './fixture.ts'
import { messenger } from './messenger.ts'
import { pushByApple, pushByExpo, pushByFirebase } from './push.ts'
import { slackBot, slackWebhook } from './slack.ts'
import { smsFixtures } from './sms.ts'
import { telegram } from './telegram.ts'
import { whatsapp } from './whatsapp.ts'

export const providerFixtures: ProviderFixture[] = [
  email,
  ...emailApis,
  whatsapp,
  telegram,
  pushByFirebase,
  pushByApple,
  pushByExpo,
  discord,
  slackBot,
  slackWebhook,
  messenger,
  ...smsFixtures,
]

/** The fixtures of providers that send webhooks, with valid bodies and settings. */
export const reportingFixtures = providerFixtures.flatMap(({ http, reports, ...fixture }) =>
  http && reports ? [{ ...fixture, reports, settings: http.settings('http://127.0.0.1:1') }] : [],
)
