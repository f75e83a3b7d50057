// Telegram's limits for a message.
import { characters, group } from '../../limit-group.ts'

/** The maximum numbers of characters, after variables are filled in. */
export const telegramLimits = { text: 4096, caption: 1024 } as const

export const telegramGroup = group('Messages by Telegram', telegramLimits, {
  text: characters('the text, after variables are filled in', '422 on `template`'),
  caption: characters('`media.caption`'),
})
