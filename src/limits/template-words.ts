// Describes the limits of src/limits/templates.ts. The list in src/limit-words.ts contains these descriptions.
import { characters, type Group, group, INTERNAL, items, time } from '../limit-group.ts'
import { liquid, templateChecks, templateRecords } from './templates.ts'

export const templateGroups: Group[] = [
  group('Templates and layouts', templateRecords, {
    tag: characters('a tag of a template'),
    tags: items('tags of a template'),
    layouts: items('layouts of a workspace', '409'),
  }),
  group('Templates in Liquid', liquid, {
    parsed: characters('all Liquid texts of a message', '422 on `template`'),
    time: time('rendering one Liquid text', '422 on `template`'),
    memory: items('characters and list items that filters and loops of one Liquid text create', '422 on `template`'),
    output: characters('one rendered Liquid text', '422 on `template`'),
    message: time('rendering the Liquid texts of one message', '422 on `template`'),
    wait: time('waiting for a thread that renders Liquid', '503'),
    request: time('rendering the Liquid texts of one request', '503 for the messages that are left'),
    heap: INTERNAL,
    queued: INTERNAL,
  }),
  group('Checks of templates', templateChecks, {
    time: time('checking the texts of a template when it is saved or published', '422 on `template`'),
    heap: INTERNAL,
    queued: INTERNAL,
    depth: items('nested elements in MJML'),
    compiled: characters('the HTML that MJML is compiled to'),
  }),
]
