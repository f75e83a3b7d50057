// Messenger's limits for a message.
import { characters, group } from '../../limit-group.ts'

export const messengerLimits = { text: 2000 } as const

export const messengerGroup = group('Messages by Messenger', messengerLimits, {
  text: characters('the text, after variables are filled in', '422 on `template`'),
})
