// What every page says in Italian: buttons, problems, moments, channels and statuses.
import type * as english from '../en/general.ts'
import { count } from './numbers.ts'

export const brand: typeof english.brand = 'Carillon'

export const common: typeof english.common = {
  cancel: 'Annulla',
  save: 'Salva',
  saved: 'Salvato',
  close: 'Chiudi',
  copy: 'Copia',
  copied: 'Copiato',
  retry: 'Riprova',
  more: 'Mostra altri',
  searchedTo: 'Cercato in tutto dal',
  loading: 'Caricamento…',
  remove: 'Rimuovi',
  edit: 'Modifica',
  create: 'Crea',
  search: 'Cerca',
  typeForMore: 'Scrivi per trovarne altri…',
  all: 'Tutti',
  none: 'Nessuno',
  yes: 'Sì',
  no: 'No',
  unlimited: 'Illimitato',
  back: 'Indietro',
  docs: 'Documentazione',
  live: 'Reali',
  test: 'Prova',
  name: 'Nome',
  email: 'Email',
  optional: 'facoltativo',
  shownOnce: 'Si vede solo questa volta: mettilo subito al sicuro.',
  done: 'Fatto',
  actions: 'Azioni',
  typeToConfirm: (word: string) => `Scrivi “${word}” per confermare`,
}

export const problems: typeof english.problems = {
  title: 'Non è riuscito',
  highlighted: 'Correggi i campi evidenziati.',
  fields: 'Correggi questi campi:',
  unreachable:
    'Il servizio non è raggiungibile. Quello che hai scritto è ancora qui; riprova quando torna la connessione.',
  unreadable: (status: number) => `Qualcosa tra te e il servizio ha risposto con lo stato ${status}.`,
  forbidden:
    'Il tuo ruolo in questo spazio di lavoro non lo permette. Può farlo un proprietario o un amministratore, o cambiarti ruolo.',
  conflict: 'È stata salvata un’altra modifica dopo che hai aperto questa pagina. Quello che hai scritto è ancora qui.',
  overwrite: 'Salva la mia al suo posto',
  takeTheirs: 'Prendi la sua',
  unavailable: 'Il servizio è occupato o la sua base di dati non risponde. Riprova tra qualche secondo.',
  retryAfter: (seconds: number) => `Riprova tra ${count(seconds, 'secondo', 'secondi')}.`,
  pageBroke: 'Questa pagina si è fermata',
  pageBrokeText: 'Il resto del portale funziona ancora. I dettagli qui sotto aiutano chi la riparerà.',
  newVersion: 'C’è una nuova versione del portale',
  newVersionText: 'Ricarica per continuare con quella.',
  reload: 'Ricarica',
  notFound: 'Questa pagina non esiste',
  notFoundText: 'L’indirizzo può essere vecchio, o scritto male.',
  toOverview: 'Vai alla panoramica',
}

export const connection: typeof english.connection = {
  lost: 'Manca il contatto con il servizio. Si riprova ogni pochi secondi; niente di quello che hai scritto va perso.',
  now: 'Riprova ora',
}

export const time: typeof english.time = {
  justNow: 'adesso',
  soon: 'tra un momento',
  now: 'adesso',
}

export const fields: typeof english.fields = {
  name: 'Nome',
  email: 'Email',
  password: 'Password',
  current_password: 'Password attuale',
  new_password: 'Nuova password',
  url: 'Indirizzo',
  events: 'Eventi',
  rate_limit: 'Limite di richieste',
  slug: 'Nome breve',
  locales: 'Lingue',
  locale: 'Lingua',
  channels: 'Canali',
  channel: 'Canale',
  subject: 'Oggetto',
  body: 'Testo',
  vars: 'Variabili',
  template: 'Modello',
  source_id: 'Sorgente',
  source: 'Sorgente',
  scheduled_for: 'Da inviare il',
  amount: 'Quantità',
  note: 'Nota',
  plan: 'Piano',
  quota: 'Messaggi al mese',
  whatsapp_limit: 'Messaggi WhatsApp al mese',
  tag: 'Etichetta',
  tags: 'Etichette',
  keyword: 'Parola chiave',
  metadata: 'Metadati',
  preferred_channel: 'Canale preferito',
  whatsapp_phone: 'Numero WhatsApp',
  telegram_chat_id: 'Id della chat Telegram',
  messenger_psid: 'Id Messenger',
  slack_channel: 'Id del canale o del membro Slack',
  role: 'Ruolo',
  color: 'Colore',
  logo_url: 'Logo',
  file: 'File',
}

export const statuses: typeof english.statuses = {
  queued: 'In coda',
  sending: 'In invio',
  sent: 'Inviato',
  delivered: 'Consegnato',
  read: 'Letto',
  failed: 'Non riuscito',
}

export const channels: typeof english.channels = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  push: 'Push',
  discord: 'Discord',
  slack: 'Slack',
  messenger: 'Messenger',
}
