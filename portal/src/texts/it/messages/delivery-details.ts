// The Italian texts of the details of one delivery: its preview, its request and the changes by members.
import type * as english from '../../en/messages/delivery-details.ts'
import { count } from '../numbers.ts'

export const deliveryDetails: typeof english.deliveryDetails = {
  tabs: { preview: 'Anteprima', text: 'Testo', variables: 'Variabili', request: 'Richiesta' },
  views: 'Viste del messaggio',
  messageAhead: 'Messaggio che verrà inviato',
  previewAhead: 'I pulsanti e i link funzionano solo nel messaggio che riceve il destinatario.',
  previewEnded: 'Composto di nuovo dal testo salvato, con il branding attuale. Qui i pulsanti e i link non funzionano.',
  variable: 'Variabile',
  value: 'Valore',
  noVariables: 'La richiesta non aveva variabili.',
  data: 'Dati per il modello Liquid',
  request: 'Richiesta',
  requestText:
    'Una richiesta che invia di nuovo lo stesso messaggio. Carillon l’ha ricostruita dal messaggio salvato, quindi può essere diversa dalla richiesta originale. Mancano i campi limit, digest, fallback e repeat, la chiave di idempotenza e il contenuto dei file.',
  requestMasked: 'I valori che gli osservatori non possono vedere sono mascherati.',
  copyCurl: 'Copia come curl',
  sentWith: 'Inviato con la chiave API',
  keyName: (name: string | null, hint: string) => (name === null ? `…${hint}` : `${name} (…${hint})`),
  key: 'Chiave API',
  delivery: (id: number) => `Invio ${id}`,
  resentFrom: (name: string) => `Inviato di nuovo da ${name}`,
  resentBy: (name: string) => `Inviato di nuovo da ${name}`,
  rescheduledBy: (name: string) => `Riprogrammato da ${name}`,
  sentNowBy: (name: string) => `Inviato durante le ore di silenzio da ${name}`,
  cancelledBy: (name: string) => `Annullato da ${name}`,
  from: 'Da',
  to: 'A',
  resendOf: 'Nuovo invio di',
  resentAs: 'Inviato di nuovo come',
}

export const quietHoursWait: typeof english.quietHoursWait = {
  sendNow: 'Invia ora',
  askTitle: 'Inviare il messaggio durante le ore di silenzio?',
  askText: (name: string) =>
    `Il messaggio a ${name} non attende più. Anche i tentativi successivi ignorano le ore di silenzio.`,
  keep: 'Continua ad attendere',
  sent: 'Il messaggio non attende più',
}

export const digest: typeof english.digest = {
  title: 'Riepilogo',
  key: 'Chiave',
  messages: (items: number) => count(items, 'messaggio', 'messaggi'),
  collecting: 'In raccolta fino a',
  closed: 'Chiuso',
  openText:
    'I messaggi con questa chiave entrano nel riepilogo, che parte come un solo messaggio quando per il tempo di attesa non ne arrivano altri.',
  closedText: 'In questo riepilogo non entrano più messaggi. Questi messaggi sono un solo invio.',
  firstMessage: 'Primo messaggio del riepilogo',
  firstMessageText:
    'Il messaggio da inviare viene composto da tutti i messaggi raccolti quando il riepilogo si chiude.',
  message: (position: number) => `Messaggio ${position}`,
  more: (items: number) =>
    items === 1
      ? 'Un altro messaggio è contato ma non elencato.'
      : `Altri ${items} messaggi sono contati ma non elencati.`,
  sendNow: 'Invia ora',
  sendTitle: 'Inviare ora questo riepilogo?',
  sendText:
    'I messaggi raccolti partono come un solo messaggio. Quelli successivi con questa chiave aprono un altro riepilogo.',
  keep: 'Continua a raccogliere',
  sent: 'Riepilogo chiuso',
}

export const digestSamples: typeof english.digestSamples = {
  items: 'Messaggi di un riepilogo',
  hint: 'Un elenco JSON di messaggi di esempio con vars e data. Il modello li legge come items.',
  invalid: 'Questo non è un elenco JSON valido di oggetti.',
  fill: 'Inserisci un esempio',
}
