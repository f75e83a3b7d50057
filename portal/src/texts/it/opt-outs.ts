// Opt-outs, in Italian.
import type * as english from '../en/opt-outs.ts'

export const optOuts: typeof english.optOuts = {
  title: 'Rinunce',
  text: 'Indirizzi che non vogliono più email, pubblicità su WhatsApp o messaggi su un altro canale. I modelli essenziali si inviano lo stesso.',
  mode: 'Quali rinunce',
  search: 'Parte di un indirizzo',
  add: 'Aggiungi rinuncia',
  addTitle: (mode: string) => `Non inviare più messaggi a un indirizzo (${mode})`,
  channel: 'Canale',
  emailAddress: 'Indirizzo email',
  addHint:
    'Per chi ha scritto o telefonato, o per un elenco che viene da altrove. Vale per ogni sorgente di questo spazio di lavoro.',
  added: (address: string) => `${address} ha rinunciato`,
  none: 'Nessuno ha rinunciato',
  noneText:
    'Ogni email porta un link di rinuncia. Un indirizzo compare qui quando si usa il suo link, o quando un fornitore come WhatsApp segnala una rinuncia.',
  noneTest: 'Chi usa il link di rinuncia di un messaggio nella casella di prova compare qui.',
  noneMatch: 'Nessun indirizzo così ha rinunciato',
  noneMatchText: 'Cercane una parte più breve, o guarda tra quelle dell’altro tipo.',
  address: 'Indirizzo',
  channelColumn: 'Canale',
  how: 'Come',
  byLink: (delivery: number) => `Link dell’invio ${delivery}`,
  byHand: 'Inserita a mano',
  byHandOrProvider: 'Inserita a mano, o segnalata dal fornitore',
  inWhatsapp: 'Ha fermato la pubblicità in WhatsApp',
  since: 'Rinuncia',
  lift: 'Annulla rinuncia',
  liftTitle: (address: string) => `Scrivere di nuovo a ${address}?`,
  liftText: 'Questa persona ha detto che non vuole più email. Annulla la rinuncia solo se te l’ha chiesto.',
  liftWhatsappText:
    'Questa persona ha fermato la pubblicità in WhatsApp. Annulla la rinuncia solo se te l’ha chiesto; WhatsApp può rifiutare finché non la riammette.',
  liftTextOf: (channel: string) =>
    `Questa persona ha detto che non vuole più messaggi su ${channel}. Annulla la rinuncia solo se te l’ha chiesto.`,
  lifted: (address: string) => `Si scrive di nuovo a ${address}`,
  optedOut: 'Non vuole più email',
  optedOutOfAdvertising: 'Non vuole pubblicità su WhatsApp',
  optedOutOf: (channel: string) => `Non vuole più messaggi su ${channel}`,
  essentialOnly: 'A questo indirizzo arrivano solo i modelli essenziali.',
  noAdvertising: 'I modelli di marketing non arrivano a questo numero, a meno che siano essenziali.',
  notRead: 'Non si è potuto leggere se ha rinunciato',
}
