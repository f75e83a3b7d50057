// The Italian texts of the overview.
import type * as english from '../en/overview.ts'
import { count, figure, plural } from './numbers.ts'

export const overview: typeof english.overview = {
  title: 'Panoramica',
  figures: 'Riepilogo',
  messages: 'Messaggi di questo mese',
  ofLimit: (limit: string) => `su ${limit}`,
  unlimited: 'illimitato',
  remaining: (n: number) => `${plural(n, 'ne resta', 'ne restano')} ${figure(n)}`,
  whatsapp: 'Pacchetto WhatsApp',
  credits: 'Crediti',
  creditsText: 'per i messaggi oltre la quota',
  lastHour: 'Ultima ora',
  deliveredCount: (n: number) => count(n, 'consegnato', 'consegnati'),
  failedCount: (n: number) => count(n, 'non riuscito', 'non riusciti'),
  sentCount: (n: number) => count(n, 'inviato', 'inviati'),
  health: 'Stato del servizio',
  healthy: 'Nessun problema',
  problems: (n: number) => count(n, 'problema', 'problemi'),
  failures: (n: number) => count(n, 'messaggio non riuscito', 'messaggi non riusciti'),
  inLastHour: 'nell’ultima ora',
  queue: (n: number) =>
    n === 0
      ? 'nessun messaggio da inviare in questa installazione'
      : `${count(n, 'messaggio', 'messaggi')} da inviare in questa installazione`,
  conditionsTitle: 'Problemi',
  moreConditions: (n: number) => `${count(n, 'altro problema', 'altri problemi')}. Risolvi prima quelli qui sopra.`,
  began: 'Iniziato',
  conditions: {
    worker_stale: {
      title: () => 'Nessun worker in esecuzione',
      text: ({ count: due }) =>
        `Da un minuto nessun worker dà segnali e ${count(due, 'messaggio attende', 'messaggi attendono')} l’invio. Avvia il servizio o un worker e controlla il log.`,
      to: 'Apri gli invii in coda',
    },
    queue_deep: {
      title: () => 'La coda è lunga',
      text: ({ count: due }) =>
        `In questa installazione ${count(due, 'messaggio attende', 'messaggi attendono')} l’invio. Se il numero non scende, avvia un altro worker.`,
      to: 'Apri gli invii in coda',
    },
    messages_overdue: {
      title: () => 'Messaggi in ritardo',
      text: ({ count: due }) =>
        `${count(due, 'messaggio è', 'messaggi sono')} in ritardo di oltre un minuto. Se il numero non scende, avvia un altro worker.`,
      to: 'Apri gli invii in coda',
    },
    connection_paused: {
      title: ({ channel }) => `${channel} è in pausa`,
      text: ({ subject, reason, remedy }) => `Sorgente “${subject}”${reason === '' ? '.' : `: ${reason}.`} ${remedy}`,
      to: 'Apri il collegamento',
    },
    connection_unavailable: {
      title: ({ channel }) => `Un collegamento ${channel} non è in uso`,
      text: ({ subject, reason, remedy }) => `Sorgente “${subject}”${reason === '' ? '.' : `: ${reason}.`} ${remedy}`,
      to: 'Apri i collegamenti',
    },
    failure_rate: {
      title: () => 'Tasso di errore elevato',
      text: ({ count: failed, total }) =>
        `Nell’ultima ora ${count(failed, 'messaggio non riuscito', 'messaggi non riusciti')} su ${figure(total)}. Ogni invio non riuscito mostra il motivo e la soluzione.`,
      to: 'Apri gli invii non riusciti',
    },
    attempts_failing: {
      title: ({ channel }) => `Tentativi non riusciti su ${channel}`,
      text: ({ subject, reason, count: pending }) =>
        `Sorgente “${subject}”: ${count(pending, 'messaggio in attesa', 'messaggi in attesa')} dopo tentativi non riusciti${reason === '' ? '' : pending === 1 ? `: ${reason}` : `. Un motivo: ${reason}`}. Controlla il collegamento. Per ogni messaggio vengono fatti al massimo 4 tentativi. Se il problema dura più a lungo, invia di nuovo i messaggi non riusciti.`,
      to: 'Apri il collegamento',
    },
    quota_used_up: {
      title: ({ channel, total }) => {
        if (total === 0) return 'La quota mensile è di 0 messaggi'
        return channel === '' ? 'Quota mensile esaurita' : `Quota mensile di ${channel} esaurita`
      },
      text: ({ total }) =>
        `Il limite è di ${count(total, 'messaggio', 'messaggi')} e i crediti non bastano. Gli altri messaggi vengono rifiutati.`,
      to: 'Apri il piano',
    },
    quota_nearly_used: {
      title: ({ channel }) =>
        channel === '' ? 'Quota mensile quasi esaurita' : `Quota mensile di ${channel} quasi esaurita`,
      text: ({ count: used, total }) => `Utilizzati ${figure(used)} su ${count(total, 'messaggio', 'messaggi')}.`,
      to: 'Apri il piano',
    },
    credits_in_use: {
      title: ({ channel }) =>
        channel === '' ? 'I messaggi usano i crediti' : `I messaggi su ${channel} usano i crediti`,
      text: ({ total }) => `Il limite mensile di ${count(total, 'messaggio', 'messaggi')} è esaurito.`,
      to: 'Apri il piano',
    },
    endpoint_disabled: {
      title: () => 'Un endpoint webhook è disattivato',
      text: ({ subject, reason }) =>
        `${subject}${reason === '' ? '.' : `: ${reason}.`} I suoi eventi vengono conservati per 7 giorni e si possono inviare di nuovo.`,
      to: 'Apri l’endpoint',
    },
    replies_not_received: {
      title: ({ channel }) => `Le risposte su ${channel} non vengono ricevute`,
      text: ({ subject, reason }) => `Sorgente “${subject}”: ${reason}`,
      to: 'Apri il collegamento',
    },
    bounces_not_received: {
      title: () => 'Le email di bounce non vengono ricevute',
      text: ({ subject, reason }) => `Sorgente “${subject}”: ${reason}`,
      to: 'Apri il collegamento',
    },
    template_refused: {
      title: ({ subject }) => `Il modello ${subject} non può essere inviato`,
      text: ({ reason }) => `Usa un modello approvato che il provider rifiuta: ${reason}.`,
      to: 'Apri il modello',
    },
  },
}
