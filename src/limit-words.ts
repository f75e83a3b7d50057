// What each limit bounds, in which unit, and what happens above it: docs/limits.md is made of this and src/limits.ts.
// A new limit does not compile until it is described here, or is listed as internal.
import {
  bodies,
  channelTexts,
  credentials,
  defaultRateLimit,
  delivery,
  guessing,
  imports,
  inboundRetries,
  lengths,
  listening,
  outgoing,
  records,
  retryDelays,
  sizes,
  unasked,
  windows,
} from './limits.ts'

export type Unit = 'characters' | 'bytes' | 'items' | 'milliseconds' | 'seconds'

export interface Described {
  /** The field or thing that is bounded, in Markdown. */
  what: string
  unit: Unit
  above: string
}

/** Bounds work inside the service: no caller meets it. */
export const INTERNAL = 'internal'

export interface Group {
  title: string
  limits: Record<string, unknown>
  words: Record<string, Described | typeof INTERNAL>
}

/** A group whose limits are all described. */
function group<Limits extends object>(
  title: string,
  limits: Limits,
  words: { [Name in keyof Limits]: Described | typeof INTERNAL },
): Group {
  return { title, limits: Object.fromEntries(Object.entries(limits)), words }
}

const REFUSED = '422 on the field'
const entry = (what: string, unit: Unit, above: string): Described => ({ what, unit, above })
const characters = (what: string, above = REFUSED) => entry(what, 'characters', above)
const items = (what: string, above = REFUSED) => entry(what, 'items', above)
const bytes = (what: string, above: string) => entry(what, 'bytes', above)
const time = (what: string, above: string) => entry(what, 'milliseconds', above)
const body = (what: string) => bytes(`the body of ${what}`, '413')

export const groups: Group[] = [
  group('Fields of a send request', lengths, {
    templateSlug: characters('`template`'),
    idempotencyKey: characters('`idempotency_key`'),
    actions: items('`actions`'),
    actionSlug: characters('`actions[].slug`'),
    actionLabel: characters('`actions[].label`'),
    callbackUrl: characters('`actions[].callback_url`'),
    attachments: items('`attachments`'),
    attachmentFilename: characters('`attachments[].filename`'),
    attachmentMimeType: characters('`attachments[].mime_type`'),
    mediaCaption: characters('`media.caption`'),
    recipientName: characters('`recipient.name`'),
    telegramChatId: characters('`recipient.telegram_chat_id`'),
    whatsappPhone: characters('`recipient.whatsapp_phone`'),
    locale: characters('`recipient.locale`'),
    batch: items('`messages` of a batch'),
    variableName: characters('one name in `sensitive` of a template'),
    sensitiveVariables: items('`sensitive` of a template'),
  }),
  group('Sizes of a send request', sizes, {
    attachmentsPerMessage: bytes(
      'files of a message, decoded, fetched files and media included',
      '422 on `attachments`; the message fails where a fetched file exceeds it',
    ),
    request: bytes('files of a request in base64, decoded', '413'),
    email: characters('an email address'),
    url: characters('`media.url`, `attachments[].url`, an endpoint'),
    subject: characters('`subject`, before and after variables are filled in'),
    mediaFilename: characters('`media.filename`'),
    externalId: INTERNAL,
    variable: characters('one value of `vars`'),
    variables: characters('all values of `vars` together'),
    emailText: characters('the text of an email, filled in', '422 on `template`'),
    filled: characters(
      'all values filled into a message that is no email: subject, text, own content, and the copy with masks of sensitive variables. A value counts at least as long as its placeholder',
      '422 on `template` or `subject`',
    ),
    filledInEmail: characters('the same in an email', '422 on `template` or `subject`'),
    payloadBytes: bytes('`actions[].payload` as JSON in UTF-8', REFUSED),
    nesting: items('levels of a body'),
    pathPart: characters('one part of a path', '404'),
    values: items('values of a body, or of one message of a batch, at all depths'),
    batchValues: items('values of all messages of a batch', '422 on `body`'),
    inboundValues: items(
      'values of one request of a provider, at all depths',
      'the request is kept, and nothing of it is applied',
    ),
  }),
  group('Bodies of requests', bodies, {
    small: body('every request that is not named below'),
    device: body('`POST` and `DELETE /push/devices`'),
    recipient: body('a request that creates or changes a recipient'),
    message: body('a test send, a preview or an automation'),
    template: body('a request that creates, replaces or previews a template'),
    send: body('`POST /send` and `POST /wh/{key}`'),
    batch: body('`POST /send/batch`'),
    inbound: body('one request of a provider to `/inbound/…`'),
  }),
  group('Texts by channel, filled in', channelTexts, {
    telegram: characters('the text on Telegram', '422 on `template`'),
    telegramCaption: characters('`media.caption` on Telegram'),
    whatsapp: characters('the text of a free WhatsApp message', '422 on `template`'),
    whatsappBeside: characters('the same beside media, buttons or a link', '422 on `template`'),
    messenger: characters('the text on Messenger', '422 on `template`'),
    slack: characters('the text on Slack, with its links', '422 on `template`'),
    discord: characters('the text on Discord, with the link to its media', '422 on `template`'),
    discordEmbeds: characters('all embeds of a Discord message', '422 on `template`'),
    webPushBytes: bytes('a notification for browsers', '422 on `template`'),
    fcmBytes: bytes('a notification for apps', '422 on `template`'),
  }),
  group('Records', records, {
    name: characters('the name of a workspace, source, template or automation'),
    messengerPsid: characters('`messenger_psid`'),
    slackChannel: characters('`slack_channel`'),
    tag: characters('one tag'),
    tags: items('tags of a recipient'),
    devices: items('devices of a recipient', 'the oldest one is dropped'),
    templateText: characters('`body` or Markdown of a template, in one language'),
    page: items('rows of a page of a list (`limit`)'),
  }),
  group('Keys and tokens', credentials, {
    name: characters('the name of a key or token'),
    keysOfSource: items('keys of one kind in use on a source', '409'),
    managementTokens: items('management tokens in use', '409'),
    endedListed: items('ended keys or tokens in a list', 'older ones are not listed'),
  }),
  group(
    'Requests',
    { defaultRateLimit },
    {
      defaultRateLimit: items('requests an hour with one key, unless its source sets another number', '429'),
    },
  ),
  group('Files of recipients', imports, {
    bytes: bytes('a CSV file', '413'),
    rows: items('rows of a file', '413'),
    bytesOfARow: bytes('one row', '422 with its line'),
    set: INTERNAL,
    lease: INTERNAL,
    uploadPause: time('a pause while a file is sent', '503; nothing of the file is kept'),
    kept: time('the report of an import', 'it is deleted'),
  }),
  group('Time windows', windows, {
    idempotency: time('an `idempotency_key`', 'the same key sends again'),
    rateLimit: time('the window of requests of a key', 'the count begins again'),
    actionToken: time('a button, from the later of accept and `scheduled_for`', '410'),
    onboarding: time('a link that opens a chat with the bot', 'the link does nothing'),
    inbound: time('requests of providers, for looking them up', 'they are deleted'),
    earlyReceipts: time('a receipt about a message that is not known yet', 'it is dropped'),
    scheduleAhead: time('`scheduled_for` ahead of now', REFUSED),
  }),
  group('Attempts of a message', delivery, {
    tryBudget: time('one attempt with a provider', 'the attempt ends; the outcome is unknown'),
    lease: INTERNAL,
    renewEvery: INTERNAL,
  }),
  group(
    'Retries',
    { retryDelays, inboundRetries },
    {
      retryDelays: time('pauses between the attempts of a message', 'the message fails'),
      inboundRetries: time("pauses between attempts to apply a provider's request", 'it is set aside'),
    },
  ),
  group('Events and callbacks', outgoing, {
    retryDelays: time('pauses between the attempts of an event', 'it is kept, and can be replayed'),
    answerWithin: time("a receiver's answer", 'the attempt failed'),
    lease: INTERNAL,
    longestRetryAfter: time("a receiver's `Retry-After`", 'the pause is a day'),
    failuresInARow: items('failed attempts in a row', 'the endpoint is disabled'),
    failingFor: time('failing without a success', 'the endpoint is disabled'),
    secretOverlap: time('the old secret after a rotation', 'it no longer signs'),
    kept: time('events', 'they are deleted'),
  }),
  group('Dev listeners', listening, {
    most: items('listeners of a workspace', '409'),
    silence: time('a listener that does not ask', 'it is ended'),
    longestWait: entry('one answer to a listener', 'seconds', 'it is answered without events'),
    lookEvery: INTERNAL,
  }),
  group('Passwords and links', guessing, {
    ofAccountAndNetwork: items('wrong passwords on one account from one network, in the window below', '429'),
    window: time('the window of wrong passwords and links', 'the count begins again'),
    ofAccountElsewhere: items('wrong passwords on one account, a day, from networks where it never signed in', '429'),
    knownNetworks: items('networks that an account signed in from', 'the oldest is forgotten'),
    networkKept: time('a network that an account signed in from', 'it is forgotten'),
    ofNetwork: items('wrong passwords, and wrong links, of one network in the window above, in each process', '429'),
    unknownCounters: INTERNAL,
  }),
  group('Mail to people', unasked, {
    invitationsOfWorkspace: items('invitations of a workspace, a day', '429'),
    invitationsOfInviter: items('invitations by one member, a day', '429'),
    invitationsToAddress: items('invitations to one address, a day', '429'),
    noticesOfWorkspace: items('mailed notices of a workspace, a day', 'the notice is kept, and not mailed'),
    passwordMailsToAddress: items('links for a new password to one address, an hour', 'no mail is sent'),
    passwordMailsOfNetwork: items('requests of one network for a new password, an hour, in each process', '429'),
  }),
]
