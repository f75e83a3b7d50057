// The Italian texts of the details of one delivery: its preview, its request and the changes by members.
import type * as english from '../../en/messages/delivery-details.ts'

export const deliveryDetails: typeof english.deliveryDetails = {
  tabs: { preview: 'Anteprima', text: 'Testo', variables: 'Variabili', request: 'Richiesta' },
  views: 'Viste del messaggio',
  messageAhead: 'Messaggio che verrà inviato',
  previewAhead: 'I pulsanti e i link funzionano solo nel messaggio che riceve il destinatario.',
  previewEnded: 'Composto di nuovo dal testo salvato, con il branding attuale. Qui i pulsanti e i link non funzionano.',
  variable: 'Variabile',
  value: 'Valore',
  noVariables: 'La richiesta non aveva variabili.',
  request: 'Richiesta',
  requestText:
    'Una richiesta che invia di nuovo lo stesso messaggio. Carillon l’ha ricostruita dal messaggio salvato, quindi può essere diversa dalla richiesta originale.',
  requestMasked: 'I valori che gli osservatori non possono vedere sono mascherati.',
  copyCurl: 'Copia come curl',
  sentWith: 'Inviato con la chiave API',
  keyName: (name: string | null, hint: string) => (name === null ? `…${hint}` : `${name} (…${hint})`),
  key: 'Chiave API',
  delivery: (id: number) => `Invio ${id}`,
  resentFrom: (name: string) => `Inviato di nuovo da ${name}`,
  resentBy: (name: string) => `Inviato di nuovo da ${name}`,
  rescheduledBy: (name: string) => `Riprogrammato da ${name}`,
  cancelledBy: (name: string) => `Annullato da ${name}`,
  from: 'Da',
  to: 'A',
  resendOf: 'Nuovo invio di',
  resentAs: 'Inviato di nuovo come',
}
