// The translation of the server's sentences: templates, nested sentences, and sentences that are composed of parts.
import { describe, expect, it } from 'vitest'
import { serverText as italian } from '../../portal/src/texts/it/server/index.ts'
import { serverTextOf } from '../../portal/src/texts/server-text.ts'
import { emailProblem } from '../../src/channels/email/outcomes.ts'
import { pauseWords } from '../../src/connections/pauses.ts'
import { nextAttempt, type RemedyState, remedyOf } from '../../src/delivery/remedies.ts'
import { SmtpFailure } from '../../src/lib/smtp-session.ts'
import { schemaWords } from '../../src/schema-words.ts'

const catalog = {
  'is required': 'è obbligatorio',
  'the mailbox is full ({code})': 'la casella è piena ({code})',
  '{provider} did not answer: {reason}': '{provider} non ha risposto: {reason}',
  'no connection': 'nessuna connessione',
  'Resend the message.': 'Invia di nuovo il messaggio.',
  '{n} attempt': '{n} tentativo',
  '{n} attempts': '{n} tentativi',
  '{reason} (after {attemptsMade})': '{reason} (dopo {attemptsMade})',
  'after {attemptsMade}': 'dopo {attemptsMade}',
  '{first} belongs to {second}': 'a {second} appartiene {first}',
  'has no address on {name}{missing}': 'non ha un indirizzo su {name}{missing}',
  ': {field} is missing': ': manca {field}',
  'a number': 'un numero',
  'must be {type}': 'deve essere {type}',
}
const translate = serverTextOf(catalog, { ' or ': ' o ' })

describe('the translation of a sentence', () => {
  it.each([
    ['a whole sentence', 'is required', 'è obbligatorio'],
    ['a sentence with a value', 'the mailbox is full (452)', 'la casella è piena (452)'],
    [
      'a value that has a translation',
      'SMTP did not answer: no connection',
      'SMTP non ha risposto: nessuna connessione',
    ],
    ['values in another order', 'A belongs to B', 'a B appartiene A'],
    [
      'sentences in a row',
      'Resend the message. Resend the message.',
      'Invia di nuovo il messaggio. Invia di nuovo il messaggio.',
    ],
    [
      'a reason that became a sentence',
      'No connection. Resend the message.',
      'Nessuna connessione. Invia di nuovo il messaggio.',
    ],
    [
      'a reason within a reason',
      'SMTP did not answer: no connection (after 4 attempts)',
      'SMTP non ha risposto: nessuna connessione (dopo 4 tentativi)',
    ],
    [
      'the provider’s words behind a reason',
      'the mailbox is full (452) ("No. Really (no)")',
      'la casella è piena (452) ("No. Really (no)")',
    ],
    [
      'two values without a text between them',
      'has no address on WhatsApp: whatsapp is missing',
      'non ha un indirizzo su WhatsApp: manca whatsapp',
    ],
    ['the words that join a list', 'must be a number or null', 'deve essere un numero o null'],
    ['names of fields', 'must be api_base or url', 'deve essere api_base o url'],
    ['several problems of a field', 'is required; is required', 'è obbligatorio; è obbligatorio'],
    ['spaces around it', ' no connection ', ' nessuna connessione '],
    ['dollar signs of a value', 'the mailbox is full ($& $1)', 'la casella è piena ($& $1)'],
  ])('translates %s into Italian', (_, english, expected) => {
    expect(translate(english)).toBe(expected)
  })

  it.each(['', 'Unknown sentence.', 'no such attempt', 'a b (after all)', 'constructor', '__proto__'])(
    'leaves the unknown text "%s" as it is',
    (text) => {
      expect(translate(text)).toBe(text)
    },
  )

  it('translates a long text with many separators in little time', () => {
    const long = 'a; b: c, d or e. F (g) '.repeat(2_000)
    const began = performance.now()
    expect(italian(long)).toHaveLength(long.length)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

/** English words that never occur in the Italian sentences of this service. */
const ENGLISH = /\b(the|is|are|was|has|been|not|and|with|this|that|must|message|connection|attempt|after|then|since)\b/i

describe('sentences that the server puts together', () => {
  const now = new Date('2030-01-31T09:00:00Z')
  const soon = new Date('2030-01-31T10:00:00Z')
  const pause = {
    channel: 'email' as const,
    sourceId: 1,
    sourceName: 'Negozio',
    since: now,
    until: null,
    reason: 'the mail server could not be reached: it refused the connection',
    fix: 'Correct the mail server in the settings of the connection, then check the connection.',
  }
  const state: RemedyState = {
    now,
    status: 'queued',
    channel: 'email',
    reason: 'retryable',
    message: null,
    attemptsMade: 1,
    nextAt: soon,
    last: undefined,
    reported: null,
    pause: undefined,
    loss: undefined,
    expiresInQuietHours: false,
  }
  const loss = { sourceName: 'Negozio', isSourceRemoved: false, isReplaced: false }
  const last = { outcome: 'retryable' as const, code: null, remedy: null, final_remedy: null }
  const states: Partial<RemedyState>[] = [
    {},
    { nextAt: now },
    { reason: 'throttled' },
    { reason: 'misconfigured' },
    { last: { ...last, remedy: 'The recipient may receive the message twice.', final_remedy: 'x' } },
    { loss },
    { loss: { ...loss, isReplaced: true } },
    { loss: { ...loss, isSourceRemoved: true }, nextAt: now },
    { pause, nextAt: now },
    { pause, nextAt: soon },
    { pause, attemptsMade: 0 },
    { pause: { ...pause, until: soon }, nextAt: now },
    { pause: { ...pause, since: null, reason: null }, nextAt: now },
    { status: 'failed', reason: 'cancelled' },
    { status: 'failed', reason: 'cancelled', loss },
    { reason: null, expiresInQuietHours: true },
    { status: 'failed', reason: 'expired', expiresInQuietHours: true },
    { status: 'failed', reason: 'expired' },
    { status: 'failed', reason: 'expired', pause },
    { status: 'failed', reason: 'expired', last },
    { status: 'failed', reason: 'retryable', attemptsMade: 4, last },
    { status: 'failed', reason: 'ambiguous', attemptsMade: 1, last: { ...last, outcome: 'ambiguous' } },
    { status: 'failed', reason: 'permanent' },
  ]

  it.each(states)('translates the remedy of delivery state %# completely into Italian', (changes) => {
    const remedy = remedyOf({ ...state, ...changes }) ?? ''
    expect(remedy).not.toBe('')
    expect(italian(remedy)).not.toMatch(ENGLISH)
  })

  it('translates the remedy of a paused connection into Italian, and does not change the times in the remedy', () => {
    expect(italian(remedyOf({ ...state, pause, nextAt: now }) ?? '')).toBe(
      'Il collegamento Email della sorgente “Negozio” è in pausa dal 2030-01-31T09:00:00Z: il server di posta non è ' +
        'raggiungibile: ha rifiutato la connessione. Correggi il server di posta nelle impostazioni del collegamento, ' +
        'poi verifica il collegamento. ' +
        'Il messaggio parte quando il collegamento viene salvato o riattivato.',
    )
    expect(nextAttempt(now, now, pause)).toBeNull()
  })

  it('translates the reason of a message that expired during a pause into Italian', () => {
    expect(italian(`the message expired before it could be sent: ${pauseWords(pause)}`)).not.toMatch(ENGLISH)
  })

  it('translates the problem of a connection check, and keeps the reply of the mail server unchanged', () => {
    const reply = { code: 535, enhanced: '5.7.8', text: 'Not accepted. The account is off' }
    const failure = new SmtpFailure('auth', reply.text, 'EAUTH', 'AUTH', reply)
    expect(italian(emailProblem(failure))).toBe(
      'il server di posta non accetta utente e password (535 5.7.8) ("Not accepted. The account is off"). ' +
        'Inserisci utente e password corretti nelle impostazioni del collegamento. ' +
        'Molti provider richiedono una password per le app o una chiave API.',
    )
  })

  it.each([
    [{ keyword: 'minItems', params: { limit: 1 } }, 'deve avere almeno un elemento'],
    [{ keyword: 'maxLength', params: { limit: 255 } }, 'deve avere al massimo 255 caratteri'],
    [{ keyword: 'type', params: { type: ['integer', 'null'] } }, 'deve essere un numero intero o null'],
    [{ keyword: 'enum', params: { allowedValues: ['a', 'b'] } }, 'deve essere uno tra a, b'],
  ])('translates the refusal of a value into Italian: %#', (finding, expected) => {
    expect(italian(schemaWords(finding, {}))).toBe(expected)
  })
})
