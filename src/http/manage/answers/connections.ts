// Response schemas of the management API: channels and connections.
import { type TSchema, Type } from 'typebox'
import { channel, open, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

const connectionFields = {
  id: number,
  channel,
  settings: open('Secrets are shown as dots. A secret that is sent back as dots stays unchanged.'),
  paused: Type.Boolean(),
  paused_until: orNull(
    Type.String({
      format: 'date-time',
      description: 'The end of the pause. null if a person must end the pause, or if there is no pause.',
    }),
  ),
  paused_since: orNull(
    Type.String({
      format: 'date-time',
      description: 'The start of the pause. null if there is no pause, or if version 0.1.0 began it.',
    }),
  ),
  pause_reason: orNull(
    Type.String({ description: 'The reason of the pause. For viewers, values of sensitive variables are masked.' }),
  ),
  version: Type.Integer({
    description:
      'The version increases with every change of the settings, and when another connection becomes the first.',
  }),
  created_at: at,
  updated_at: at,
  inbound_url: orNull(
    Type.String({ description: 'The URL to which the provider sends webhooks. null if it sends no webhooks.' }),
  ),
}

const providerConnectionFields = {
  id: Type.Integer({
    description:
      'The id of this connection, which is also the last part of inbound_url. 0 until the upgrade from 0.1.0 is finished and a worker has moved the settings.',
  }),
  provider: Type.String({ description: 'The name of the provider, such as smtp.' }),
  title: string,
  position: Type.Integer({
    description:
      'The position in the order, from 1. Each message is sent through the first connection that is available. A channel that uses several providers at once sends with the first connection of each provider.',
  }),
  settings: connectionFields.settings,
  version: Type.Integer({
    description: 'The version increases with every change of the settings, and when the connection becomes the first.',
  }),
  created_at: at,
  updated_at: at,
  inbound_url: connectionFields.inbound_url,
  unavailable: orNull(
    Type.Object(
      {
        state: Type.Enum(['paused', 'failing'], {
          type: 'string',
          description: 'paused: the settings are wrong, or the provider throttles. failing: several attempts failed.',
        }),
        since: orNull(at),
        until: orNull(
          Type.String({
            format: 'date-time',
            description:
              'The end of the pause, or the time at which the next message tests the connection. null if a person must end the pause.',
          }),
        ),
        reason: orNull(Type.String({ description: 'For viewers, values of sensitive variables are masked.' })),
        remedy: string,
      },
      {
        description:
          'Present if messages are sent through the other connections of the channel, because this one does not work. null if the channel has one connection.',
      },
    ),
  ),
}

/** The fields that report the registration of the webhook URL at the provider. */
const announcement = {
  found: Type.Array(string, { description: 'The registrations that succeeded, in words.' }),
  problems: Type.Record(Type.String(), Type.Array(Type.String()), {
    description:
      'The reasons of failed registrations, by setting. The settings are stored even if a registration fails.',
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
    found: Type.Array(string, { description: 'The successful checks, in words.' }),
    problems: Type.Record(Type.String(), Type.Array(Type.String())),
    paused: Type.Boolean(),
    pause_reason: orNull(string),
  }),
  shape('WebhookRegistration', {
    ok: Type.Boolean(),
    inbound_url: Type.String({ description: 'The URL that was registered.' }),
    ...announcement,
  }),
  shape('ConnectionTest', {
    connection: Type.Integer({ description: 'The id of the provider connection that sent the message.' }),
    provider: string,
    title: string,
    accepted: Type.Boolean({ description: 'True if the provider accepted the message.' }),
    external_id: orNull(Type.String({ description: "The provider's id of the message." })),
    sent_at: at,
    steps: Type.Array(
      Type.Object({
        step: Type.Enum(['composed', 'signed', 'accepted', 'receipt'], { type: 'string' }),
        state: Type.Enum(['done', 'failed', 'skipped', 'pending'], {
          type: 'string',
          description:
            'skipped: this provider does not have the step. pending: the provider reports the receipt by webhook.',
        }),
        text: string,
        remedy: orNull(string),
      }),
    ),
  }),
  shape('ConnectionTestReceipt', {
    receipt: orNull(
      Type.Object({
        status: Type.Enum(['delivered', 'read', 'failed', 'bounced', 'complained'], { type: 'string' }),
        at,
        code: orNull(string),
        reason: orNull(string),
      }),
    ),
  }),
  shape('ChannelDescription', {
    name: channel,
    title: string,
    help: Type.String({ description: 'Instructions for obtaining the values of the settings.' }),
    address_field: Type.String({ description: 'The field of the recipient that contains the address.' }),
    replies: Type.Boolean({ description: 'True if the channel receives replies, button presses or receipts.' }),
    receipts: Type.Array(Type.Enum(['delivered', 'read'], { type: 'string' }), {
      description: 'The receipts that providers report after a message was sent.',
    }),
    content: Type.Enum(['html', 'text', 'notification', 'embeds', 'blocks'], {
      type: 'string',
      description:
        'The format of messages. html: an email with Markdown and attachments. Other values: a text with content that is specific to the channel.',
    }),
    credits: Type.Integer({ description: 'The credits that a message costs above the monthly quota.' }),
    opt_outs: orNull(
      Type.Enum(['all', 'advertising'], {
        type: 'string',
        description: 'The messages that an opt-out blocks. null if recipients cannot opt out.',
      }),
    ),
    approved_templates: Type.Boolean({ description: 'True if the provider must approve templates.' }),
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of the provider, such as smtp.' }),
        title: string,
        help: string,
        settings: open(
          'JSON Schema of the settings of a connection to this provider. `link` is the page of the provider on which a value is found. `choices` has a label for each value. `alternative: true` marks a setting that replaces other settings.',
        ),
        presets: Type.Array(
          Type.Object({
            name: string,
            title: string,
            settings: open('The settings of the service.'),
            help: string,
            link: string,
          }),
          { description: 'Known services, such as Gmail for smtp, with their settings.' },
        ),
        webhook: orNull(
          Type.Object(
            {
              help: Type.String({ description: 'Explains where inbound_url is registered at the provider.' }),
              link: orNull(
                Type.String({
                  description: 'The page of the provider on which the URL is registered. null if it is not known.',
                }),
              ),
              events: Type.Array(string, { description: 'The events to select.' }),
              registers: Type.Boolean({
                description: 'True if POST …/register registers the URL through the API of the provider.',
              }),
            },
            { description: 'The webhook to register at the provider. null if no registration is needed.' },
          ),
        ),
      }),
      {
        description:
          'The providers in the order in which the portal shows them. A request without a provider uses the first one.',
      },
    ),
    several: Type.Boolean({
      description: 'True if a source may have several connections to one provider of the channel.',
    }),
    settings: open(
      "JSON Schema of the connection's settings. Every property has a title. `secret: true` marks a secret. `destination: true` marks a setting that determines where secrets are sent.",
    ),
  }),
] satisfies TSchema[]
