// The settings of an SMS gateway with an HTTP interface: the request to it, the meaning of its answers, and the fields
// of its webhooks.
import { type Static, Type } from 'typebox'
import { fromSetting, ownStopMode, sharedSettings } from '../settings.ts'

const path = (description: string, usual: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$',
      examples: ['messages.0.id'],
      maxLength: 200,
      default: usual,
      description,
    }),
  )
const list = (description: string, usual: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, default: usual, description }))

/** The values of the field for the status of a receipt, if the settings contain no other values. */
export const usualStatuses = {
  delivered: 'delivered,delivrd,1',
  failed: 'failed,undelivered,undeliv,rejected,rejectd,expired,2,16',
}

const inbound = Type.Object(
  {
    secret: Type.String({
      minLength: 16,
      maxLength: 255,
      pattern: '^[A-Za-z0-9_-]+$',
      examples: ['choose-a-long-secret'],
      secret: true,
      description:
        'Each webhook must contain this secret: in the field secret of the URL, or as a bearer token or password in the header Authorization.',
    }),
    id_field: path("The field with the message's id.", 'id'),
    from_field: path("The field with the sender's number of a reply.", 'from'),
    text_field: path('The field with the text of a reply.', 'text'),
    status_field: path('The field with the status. A webhook with this field is a receipt.', 'status'),
    delivered: list('The values of the status for a delivered message, separated by commas.', usualStatuses.delivered),
    failed: list('The values of the status for a failed message, separated by commas.', usualStatuses.failed),
  },
  { additionalProperties: false },
)

export const httpSettings = Type.Object(
  {
    url: Type.String({
      pattern: '^https?://',
      examples: ['https://gateway.example.com/send'],
      maxLength: 2048,
      destination: true,
      description: 'The URL of the gateway. Placeholders such as {{to}} are permitted after the host.',
    }),
    method: Type.Optional(
      Type.Enum(['POST', 'GET'], { type: 'string', default: 'POST', description: 'The method of the request.' }),
    ),
    format: Type.Optional(
      Type.Enum(['form', 'json', 'xml', 'text'], {
        type: 'string',
        default: 'form',
        choices: { form: 'Form fields', json: 'JSON', xml: 'XML', text: 'Plain text' },
        description: 'The format of the body. Values are escaped for this format.',
      }),
    ),
    body: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        examples: ['to={{to}}&from={{from}}&text={{text}}'],
        description:
          'The body of a POST request. Placeholders: {{to}}, {{to_digits}}, {{text}}, {{from}}, {{id}}, {{callback}}, {{coding}} (0 for GSM-7, 2 for UCS-2), {{user}}, {{password}}.',
      }),
    ),
    headers: Type.Optional(
      Type.String({
        maxLength: 5000,
        examples: ['X-Api-Key: {{password}}'],
        description: 'Headers of the request, one in each line. Placeholders: {{user}}, {{password}}, {{id}}.',
      }),
    ),
    auth: Type.Optional(
      Type.Enum(['none', 'basic', 'bearer'], {
        type: 'string',
        default: 'none',
        choices: { none: 'No authentication', basic: 'User and password', bearer: 'Bearer token' },
        description: 'The header Authorization: user and password, or the password as a bearer token.',
      }),
    ),
    user: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]+$',
        examples: ['carillon'],
        maxLength: 255,
        description: 'The user name.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]+$',
        examples: ['example'],
        maxLength: 1024,
        secret: true,
        description: 'The password or token.',
      }),
    ),
    from: Type.Optional(fromSetting),
    ...sharedSettings,
    ...ownStopMode,
    success_text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'A text that the answer contains if the gateway accepted the message. By default, every answer with a status 2xx is a success.',
      }),
    ),
    errors: Type.Optional(
      Type.String({
        maxLength: 5000,
        examples: ['ERR 105 = unknown_number'],
        description:
          'Texts in answers and their meanings, one in each line, such as ERR 105 = unknown_number. Meanings: refused, unknown_number, opted_out, credentials, throttled, retry.',
      }),
    ),
    check_url: Type.Optional(
      Type.String({
        pattern: '^https?://',
        examples: ['https://gateway.example.com/balance'],
        maxLength: 2048,
        destination: true,
        description:
          'A URL that answers a GET request with 2xx if the credentials are valid, such as the balance. Without it, the credentials cannot be checked.',
      }),
    ),
    id_field: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$',
        examples: ['messages.0.id'],
        maxLength: 200,
        description:
          "The field of a JSON answer with the message's id, with dots between levels. By default, receipts contain the value of {{id}}.",
      }),
    ),
    inbound: Type.Optional(inbound),
  },
  { additionalProperties: false },
)

export type HttpSettings = Static<typeof httpSettings>
