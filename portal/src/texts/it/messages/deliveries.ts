// The list of deliveries, in Italian.
import type * as english from '../../en/messages/deliveries.ts'

export const deliveries: typeof english.deliveries = {
  title: 'Invii',
  text: 'Ogni messaggio e che ne è stato. I nuovi compaiono da soli.',
  list: 'Invii, i più recenti prima',
  search: 'Nome, indirizzo o numero',
  mode: 'Quali messaggi',
  status: 'Stato',
  anyStatus: 'Ogni stato',
  channel: 'Canale',
  anyChannel: 'Ogni canale',
  source: 'Sorgente',
  anySource: 'Ogni sorgente',
  template: 'Modello',
  anyTemplate: 'Ogni modello',
  from: 'Accettati da',
  to: 'Accettati prima di',
  moreFilters: 'Più filtri',
  fewerFilters: 'Meno filtri',
  clear: 'Togli i filtri',
  ofRecipient: (id: string) => `Destinatario ${id}`,
  live: 'Aggiornamento continuo',
  paused: 'L’aggiornamento continuo è interrotto',
  none: 'Ancora nessun messaggio',
  noneLive:
    'I messaggi inviati con una chiave reale compaiono qui, ognuno con la sua storia. Quelli di prova sono sotto “Prova”.',
  noneTest:
    'I messaggi inviati con una chiave di prova compaiono qui. Non raggiungono nessuno; la casella di prova li mostra come farebbe ogni canale.',
  noneMatch: 'Nessun messaggio corrisponde',
  noneMatchText: 'Togli un filtro, o guarda in un altro periodo.',
  scheduled: 'previsto',
}
