// WhatsApp's limits for a message and for the parts of an approved template.
import { characters, group, items } from '../../limit-group.ts'

export const whatsappLimits = {
  text: 4096,
  /** Maximum length of the text of a message with media, buttons or a link. */
  textBeside: 1024,
  header: 60,
  templateButtons: 10,
  /**
   * Maximum number of buttons of a free-form message with media. If a message without media has more buttons, they
   * become a list.
   */
  mediaButtons: 3,
} as const

export const whatsappGroup = group('Messages by WhatsApp', whatsappLimits, {
  text: characters('the text of a free-form message, after variables are filled in', '422 on `template`'),
  textBeside: characters('the text of a free-form message with media, buttons or a link', '422 on `template`'),
  header: characters('the text in the header of an approved template', '422 on `template`'),
  templateButtons: items('`buttons` of an approved template'),
  mediaButtons: items('buttons of a free-form message with media', '422 on `actions`'),
})
