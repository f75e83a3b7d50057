// What the management API answers about channels and connections to them: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { channel, open, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

const connectionFields = {
  id: number,
  channel,
  settings: open('Secrets are shown as dots; given back like that they stay as they are.'),
  paused: Type.Boolean(),
  paused_until: orNull(
    Type.String({ format: 'date-time', description: 'Null while paused: until somebody mends it.' }),
  ),
  paused_since: orNull(
    Type.String({ format: 'date-time', description: 'Null while not paused, and for a pause that 0.1.0 began.' }),
  ),
  pause_reason: orNull(
    Type.String({ description: 'Viewers see a mask where it repeats the value of a sensitive variable.' }),
  ),
  version: Type.Integer({
    description: 'Rises with every change of the settings, and when another connection becomes the first.',
  }),
  created_at: at,
  updated_at: at,
  inbound_url: orNull(Type.String({ description: 'Where the provider sends what happens; null: nothing comes back.' })),
}

const providerConnectionFields = {
  id: Type.Integer({
    description:
      'The address that its provider calls ends in it. 0 until the upgrade from 0.1.0 is finished and a worker has moved its settings.',
  }),
  provider: Type.String({ description: 'Such as smtp.' }),
  title: string,
  position: Type.Integer({
    description: 'From 1; the first is used, where providers serve side by side the first of each.',
  }),
  settings: connectionFields.settings,
  version: Type.Integer({ description: 'Rises with every change of the settings, and when it becomes the first.' }),
  created_at: at,
  updated_at: at,
  inbound_url: connectionFields.inbound_url,
}

/** What a provider was told about replies when a connection was stored. */
const announcement = {
  found: Type.Array(string, { description: 'What the provider was told about replies, in words.' }),
  problems: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'Why it could not be told, by setting; the settings are kept all the same.',
  }),
}

export const connectionShapes = [
  shape('Connection', connectionFields),
  shape('ConnectionKept', {
    ...connectionFields,
    ...announcement,
  }),
  shape('ProviderConnection', providerConnectionFields),
  shape('ProviderConnectionKept', { ...providerConnectionFields, ...announcement }),
  shape('ConnectionCheck', {
    ok: Type.Boolean(),
    checked: Type.Array(string),
    found: Type.Array(string, { description: 'What was seen to work, in words.' }),
    problems: Type.Record(Type.String(), Type.Array(Type.String())),
    paused: Type.Boolean(),
    pause_reason: orNull(string),
  }),
  shape('ChannelDescription', {
    name: channel,
    title: string,
    help: Type.String({ description: 'Where a person gets what the settings ask for.' }),
    address_field: Type.String({ description: 'The field that holds the address.' }),
    replies: Type.Boolean({ description: 'Something comes back: replies, taps or receipts.' }),
    receipts: Type.Array(Type.Enum(['delivered', 'read'], { type: 'string' }), {
      description: 'What providers report after a message was sent.',
    }),
    content: Type.Enum(['html', 'text', 'notification', 'embeds', 'blocks'], {
      type: 'string',
      description:
        'How a message is made: html is a letter with Markdown and files, the others are texts with own content.',
    }),
    credits: Type.Integer({ description: "What a message costs beyond the month's quota." }),
    opt_outs: orNull(
      Type.Enum(['all', 'advertising'], {
        type: 'string',
        description: 'What an opt-out blocks; null: recipients cannot opt out.',
      }),
    ),
    approved_templates: Type.Boolean({ description: 'The provider approves templates.' }),
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Such as smtp.' }),
        title: string,
        help: string,
        settings: open('JSON Schema of the settings of a connection to this provider.'),
      }),
      { description: 'In the order in which they are offered; the first is meant where a request names none.' },
    ),
    several: Type.Boolean({ description: 'A source may have several connections to one provider of the channel.' }),
    settings: open(
      "JSON Schema of the connection's settings; every property has a title, secret: true marks secrets, destination: true what decides where they are sent.",
    ),
  }),
] satisfies TSchema[]
