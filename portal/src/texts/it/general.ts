// The Italian texts that all pages share: buttons, problems, times, channels and statuses.
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
  searchedBackTo: 'Risultati a partire dal',
  loading: 'Caricamento…',
  remove: 'Rimuovi',
  edit: 'Modifica',
  create: 'Crea',
  search: 'Cerca',
  export: 'Esporta',
  exportCsv: 'CSV per fogli di calcolo',
  exportLines: 'Righe JSON',
  typeForMore: 'Scrivi per trovarne altri…',
  none: 'Nessuno',
  yes: 'Sì',
  no: 'No',
  unlimited: 'Illimitato',
  back: 'Indietro',
  docs: 'Documentazione',
  live: 'Live',
  test: 'Test',
  name: 'Nome',
  email: 'Email',
  optional: 'facoltativo',
  shownOnce: 'Copia ora questo valore. Non verrà più mostrato.',
  done: 'Fatto',
  actions: 'Azioni',
  typeToConfirm: (word: string) => `Scrivi “${word}” per confermare`,
}

export const problems: typeof english.problems = {
  title: 'Richiesta non riuscita',
  missing: 'Non trovato',
  highlighted: 'Correggi i campi evidenziati.',
  fields: 'Correggi questi campi:',
  unreachable: 'Il servizio non è raggiungibile. I dati inseriti sono ancora qui. Riprova quando torna la connessione.',
  unreadable: (status: number) =>
    `Il portale ha ricevuto una risposta imprevista con stato ${status}. Potrebbe venire da un proxy davanti al servizio.`,
  forbidden:
    'Il tuo ruolo in questo spazio di lavoro non consente questa azione. Chiedi a un proprietario o a un amministratore.',
  conflict: 'Dopo che hai aperto questa pagina è stata salvata un’altra modifica. I dati inseriti sono ancora qui.',
  overwrite: 'Sovrascrivi la versione salvata',
  takeSaved: 'Usa la versione salvata',
  unavailable: 'Il servizio è sovraccarico o il database non è disponibile. Riprova tra qualche secondo.',
  retryAfter: (seconds: number) => `Riprova tra ${count(seconds, 'secondo', 'secondi')}.`,
  pageError: 'Si è verificato un errore in questa pagina',
  pageErrorText: 'Le altre pagine funzionano ancora. Per segnalare il problema, allega i dettagli qui sotto.',
  missingPart: 'Una parte del portale non è stata caricata',
  missingPartText: 'Ricarica la pagina. Il portale è stato aggiornato oppure la connessione è caduta.',
  reload: 'Ricarica',
  notFound: 'Pagina non trovata',
  notFoundText: 'L’indirizzo potrebbe essere vecchio o errato.',
  toOverview: 'Vai alla panoramica',
}

export const dateRange: typeof english.dateRange = {
  label: 'Periodo',
  any: 'Qualsiasi data',
  presets: { day: 'Ultime 24 ore', week: 'Ultimi 7 giorni', month: 'Ultimi 30 giorni' },
  custom: 'Periodo a scelta',
  from: 'Dal giorno',
  to: 'Al giorno',
}

export const connection: typeof english.connection = {
  lost: 'Nessuna connessione al servizio. Nuovo tentativo ogni pochi secondi. I dati inseriti restano.',
  retryNow: 'Riprova ora',
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
  url: 'URL',
  events: 'Eventi',
  rate_limit: 'Limite di richieste',
  slug: 'Slug',
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
  scheduled_for: 'Data e ora di invio',
  amount: 'Importo',
  note: 'Nota',
  plan: 'Piano',
  quota: 'Messaggi al mese',
  whatsapp_limit: 'Messaggi WhatsApp al mese',
  category: 'Categoria',
  defaults: 'Valori predefiniti',
  tag: 'Etichetta',
  tags: 'Etichette',
  keyword: 'Parola chiave',
  metadata: 'Metadati',
  preferred_channel: 'Canale preferito',
  whatsapp_phone: 'Numero WhatsApp',
  phone: 'Numero di telefono',
  telegram_chat_id: 'ID chat Telegram',
  messenger_psid: 'ID Messenger',
  slack_channel: 'ID del canale o del membro Slack',
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
  sms: 'SMS',
}
