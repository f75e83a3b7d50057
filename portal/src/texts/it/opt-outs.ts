// The Italian texts of opt-outs.
import type * as english from '../en/opt-outs.ts'

export const optOuts: typeof english.optOuts = {
  title: 'Disiscrizioni',
  text: 'Gli indirizzi i cui destinatari si sono disiscritti da un canale o dal marketing su WhatsApp. I modelli essenziali vengono comunque inviati a questi indirizzi.',
  mode: 'Modalità',
  search: 'Cerca per indirizzo',
  add: 'Aggiungi disiscrizione',
  addTitle: (mode: string) => `Aggiungi una disiscrizione (${mode})`,
  channel: 'Canale',
  emailAddress: 'Indirizzo email',
  addHint:
    'Aggiungi una disiscrizione se un destinatario te l’ha chiesta direttamente o se la trasferisci da un altro sistema. La disiscrizione vale per tutte le sorgenti di questo spazio di lavoro.',
  added: (address: string) => `Disiscrizione di ${address} aggiunta`,
  none: 'Nessuna disiscrizione',
  noneText:
    'Ogni email contiene un link per disiscriversi. Un indirizzo compare qui quando il destinatario usa il link o quando un provider come WhatsApp segnala una disiscrizione.',
  noneTest: 'Chi usa il link per disiscriversi di un messaggio nella casella di test compare qui.',
  noneMatch: 'Nessuna disiscrizione trovata',
  noneMatchText: 'Cerca una parte più breve dell’indirizzo o cambia modalità.',
  address: 'Indirizzo',
  origin: 'Origine',
  byLink: (delivery: number) => `Link di disiscrizione nell’invio ${delivery}`,
  manual: 'Aggiunta manualmente',
  manualOrProvider: 'Aggiunta manualmente o segnalata dal provider',
  inWhatsapp: 'Messaggi di marketing disattivati in WhatsApp',
  at: 'Data',
  remove: 'Rimuovi disiscrizione',
  removeTitle: (address: string) => `Rimuovere la disiscrizione di ${address}?`,
  removeText: 'Questo destinatario si è disiscritto dalle email. Rimuovi la disiscrizione solo se te l’ha chiesto.',
  removeWhatsappText:
    'Questo destinatario ha disattivato i messaggi di marketing in WhatsApp. Rimuovi la disiscrizione solo se te l’ha chiesto. WhatsApp può rifiutare i tuoi messaggi finché il destinatario non riattiva i messaggi di marketing.',
  removeTextOf: (channel: string) =>
    `Questo destinatario si è disiscritto dai messaggi su ${channel}. Rimuovi la disiscrizione solo se te l’ha chiesto.`,
  removed: (address: string) => `Disiscrizione di ${address} rimossa`,
  optedOut: 'Disiscritto dalle email',
  optedOutOfMarketing: 'Disiscritto dal marketing su WhatsApp',
  optedOutOf: (channel: string) => `Disiscritto da ${channel}`,
  essentialOnly: 'A questo indirizzo vengono inviati solo i modelli essenziali.',
  noMarketing: 'Un modello di marketing viene inviato a questo numero solo se il modello è essenziale.',
  loadFailed: 'Impossibile caricare le disiscrizioni',
}
