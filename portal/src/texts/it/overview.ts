// The overview, in Italian.
import type * as english from '../en/overview.ts'
import { count, figure, plural } from './numbers.ts'

export const overview: typeof english.overview = {
  title: 'Panoramica',
  text: (period: string) => `Messaggi reali, con mesi e giorni in UTC. Questo mese è cominciato il ${period}.`,
  figures: 'Cifre',
  messages: 'Messaggi di questo mese',
  ofLimit: (limit: string) => `su ${limit}`,
  unlimited: 'senza limite',
  remaining: (n: number) => `${plural(n, 'ne resta', 'ne restano')} ${figure(n)}`,
  whatsapp: 'Pacchetto WhatsApp',
  credits: 'Crediti',
  creditsText: 'pagano quello che supera la quota',
  lastHour: 'Ultima ora',
  lastHourText: (delivered: number, failed: number) =>
    `${count(delivered, 'consegnato', 'consegnati')}, ${count(failed, 'non riuscito', 'non riusciti')}`,
  sentCount: (n: number) => count(n, 'inviato', 'inviati'),
  health: 'Salute',
  healthy: 'Va tutto bene',
  problems: (n: number) => count(n, 'problema', 'problemi'),
  failures: (n: number) => count(n, 'messaggio non riuscito', 'messaggi non riusciti'),
  inLastHour: 'nell’ultima ora',
  queue: (n: number) =>
    n === 0
      ? 'nessun messaggio da inviare in questa installazione'
      : `${count(n, 'messaggio', 'messaggi')} da inviare in questa installazione`,
  days: 'Ultimi 30 giorni (UTC)',
  minutes: 'Ultima ora, minuto per minuto',
  sent: 'Inviati',
  delivered: 'Consegnati',
  failed: 'Non riusciti',
  nothingYet: 'In questo periodo non è stato inviato niente.',
  chartText: (hour: string, sent: number, failed: number) =>
    `${hour}: ${count(sent, 'inviato', 'inviati')}, ${count(failed, 'non riuscito', 'non riusciti')}`,
  channels: 'Canali di questo mese',
  channel: 'Canale',
  failureRate: 'Quota non riuscita',
  noChannels: 'Questo mese non è stato inviato nessun messaggio reale.',
  conditionsTitle: 'Problemi',
  moreConditions: (n: number) => `${count(n, 'altro problema', 'altri problemi')}: risolvi prima quelli qui sopra.`,
  began: 'Iniziato',
  conditions: {
    worker_stale: {
      title: () => 'Nessun worker in esecuzione',
      text: ({ count: due }) =>
        `Nessun worker dà segni di vita da un minuto, con ${count(due, 'messaggio', 'messaggi')} da inviare. Avvia il servizio, o un worker, e leggine il registro.`,
      to: 'Apri gli invii in coda',
    },
    queue_deep: {
      title: () => 'La coda è lunga',
      text: ({ count: due }) =>
        `In questa installazione ci sono ${count(due, 'messaggio', 'messaggi')} da inviare. Se il numero non scende, avvia un altro worker.`,
      to: 'Apri gli invii in coda',
    },
    messages_overdue: {
      title: () => 'Ci sono messaggi in ritardo',
      text: ({ count: due }) =>
        `${count(due, 'messaggio è', 'messaggi sono')} in ritardo di più di un minuto. Se il numero non scende, avvia un altro worker.`,
      to: 'Apri gli invii in coda',
    },
    connection_paused: {
      title: ({ channel }) => `${channel} è in pausa`,
      text: ({ subject, reason, remedy }) => `Sorgente “${subject}”${reason === '' ? '.' : `: ${reason}.`} ${remedy}`,
      to: 'Apri il collegamento',
    },
    failure_rate: {
      title: () => 'Molti messaggi non riescono',
      text: ({ count: failed, total }) =>
        `Nell’ultima ora, su ${count(total, 'messaggio', 'messaggi')}, ${count(failed, 'non è riuscito', 'non sono riusciti')}. Ogni invio non riuscito dice perché, e che cosa fare.`,
      to: 'Apri gli invii non riusciti',
    },
    attempts_failing: {
      title: ({ channel }) => `I tentativi su ${channel} non riescono`,
      text: ({ subject, reason, count: pending }) =>
        `Sorgente “${subject}”: ${count(pending, 'messaggio in attesa', 'messaggi in attesa')} dopo tentativi non riusciti${reason === '' ? '' : pending === 1 ? `: ${reason}` : `. Un motivo: ${reason}`}. Controlla il collegamento. Per ogni messaggio ci sono fino a 4 tentativi. Se il fornitore resta guasto più a lungo, invia di nuovo i messaggi non riusciti.`,
      to: 'Apri il collegamento',
    },
    quota_used_up: {
      title: ({ channel, total }) => {
        if (total === 0) return 'La quota del mese è di 0 messaggi'
        return channel === '' ? 'I messaggi del mese sono esauriti' : `I messaggi del mese su ${channel} sono esauriti`
      },
      text: ({ total }) =>
        `Il limite è di ${count(total, 'messaggio', 'messaggi')} e i crediti non bastano: altri messaggi vengono rifiutati.`,
      to: 'Apri il piano',
    },
    quota_nearly_used: {
      title: ({ channel }) =>
        channel === ''
          ? 'I messaggi del mese stanno per finire'
          : `I messaggi del mese su ${channel} stanno per finire`,
      text: ({ count: used, total }) => `Usati ${figure(used)} su ${count(total, 'messaggio', 'messaggi')}.`,
      to: 'Apri il piano',
    },
    credits_in_use: {
      title: ({ channel }) =>
        channel === '' ? 'I messaggi si pagano con i crediti' : `I messaggi su ${channel} si pagano con i crediti`,
      text: ({ total }) => `Il limite del mese, ${count(total, 'messaggio', 'messaggi')}, è esaurito.`,
      to: 'Apri il piano',
    },
    endpoint_disabled: {
      title: () => 'Un endpoint webhook è disattivato',
      text: ({ subject, reason }) =>
        `${subject}${reason === '' ? '.' : `: ${reason}.`} I suoi eventi restano per 7 giorni e si possono rimandare.`,
      to: 'Apri l’endpoint',
    },
    replies_not_received: {
      title: ({ channel }) => `Le risposte su ${channel} non arrivano`,
      text: ({ subject, reason }) => `Sorgente “${subject}”: ${reason}`,
      to: 'Apri il collegamento',
    },
    template_refused: {
      title: ({ subject }) => `Il modello ${subject} non si può inviare`,
      text: ({ reason }) => `Usa un modello approvato che il fornitore rifiuta: ${reason}.`,
      to: 'Apri il modello',
    },
  },
}
