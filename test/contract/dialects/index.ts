// The dialects of all providers: a new way of sending is a file beside this and a line here.
import type { Dialect } from './dialect.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { messenger } from './messenger.ts'
import { pushByFirebase } from './push.ts'
import { slackBot, slackWebhook } from './slack.ts'
import { telegram } from './telegram.ts'
import { whatsapp } from './whatsapp.ts'

export const dialects: Dialect[] = [
  email,
  whatsapp,
  telegram,
  pushByFirebase,
  discord,
  slackBot,
  slackWebhook,
  messenger,
]

/** The providers that post something, with good bodies and settings. */
export const reporting = dialects.flatMap(({ http, reports, ...dialect }) =>
  http && reports ? [{ ...dialect, reports, settings: http.settings('http://127.0.0.1:1') }] : [],
)
