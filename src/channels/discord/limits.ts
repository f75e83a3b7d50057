// Discord's limits for a message and its embeds.
import { characters, group, items } from '../../limit-group.ts'

export const discordLimits = {
  text: 2000,
  /** The total number of characters in all embeds of a message. */
  embedCharacters: 6000,
  embeds: 10,
  fields: 25,
} as const

export const discordGroup = group('Messages by Discord', discordLimits, {
  text: characters('the text with the link to its media, after variables are filled in', '422 on `template`'),
  embedCharacters: characters('all embeds of a message', '422 on `template`'),
  embeds: items(
    'embeds of a message, including the embed of an image',
    '422 on `media`, or on the field in the template',
  ),
  fields: items('`fields` of an embed'),
})
