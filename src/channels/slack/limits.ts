// Slack's limits for a message and its blocks.
import { characters, group, items } from '../../limit-group.ts'

export const slackLimits = {
  text: 40_000,
  blocks: 50,
  /**
   * The total number of characters in all texts of all blocks. Slack's error states this limit, but Slack's schema does
   * not.
   */
  characters: 13_000,
  section: 3000,
  fields: 10,
  contextElements: 10,
  actionElements: 25,
} as const

export const slackGroup = group('Messages by Slack', slackLimits, {
  text: characters('the text with its links, after variables are filled in', '422 on `template`'),
  blocks: items('blocks of a message, including the blocks of media and actions', '422 on `template`'),
  characters: characters('all texts of all blocks', '422 on `template`'),
  section: characters('the text of a section'),
  fields: items('`fields` of a section'),
  contextElements: items('`elements` of a context'),
  actionElements: items('`elements` of actions'),
})
