// The Italian texts of the activity of connections: pending messages, outcomes and attempts.
import type * as english from '../en/connection-activity.ts'
import { count, figure } from './numbers.ts'

export const connectionActivity: typeof english.connectionActivity = {
  title: 'Attività',
  pending: 'Messaggi in attesa qui',
  noPending: 'Nessun messaggio in attesa.',
  kinds: {
    due: 'Pronti per l’invio',
    retrying: 'In attesa di un nuovo tentativo',
    paused: 'In pausa con il canale',
    scheduled: 'Programmati per dopo o in ore di silenzio',
    throttled: 'Limitati dal provider',
  },
  atLeast: (n: number) => `≥ ${figure(n)}`,
  oldest: 'Il più vecchio accettato',
  showPending: 'Mostra questi messaggi',
  outcomes: 'Ultimi esiti',
  noOutcomes: 'Nessun tentativo.',
  searched: (own: number, all: number) =>
    `Da ${count(own, 'messaggio', 'messaggi')} di questo canale tra ${count(all, 'messaggio', 'messaggi')} dello spazio di lavoro, i più recenti. I messaggi di test sono esclusi.`,
  several: 'Più collegamenti insieme',
  attempts: 'Tentativi',
  accepted: 'Accettati',
  median: 'Durata mediana',
  p95: '95° percentile',
  lastAttempt: 'Ultimo tentativo',
  ofChannel: 'nel canale',
  order: 'Ordine e sostituzione',
  orderText: 'Ogni messaggio passa dal primo collegamento che funziona.',
  alone: 'Questo canale ha un solo collegamento. Aggiungine un altro per continuare a inviare se non funziona.',
  sideBySide:
    'Ogni collegamento serve un tipo diverso di dispositivo, quindi nessun altro collegamento può inviare i suoi messaggi.',
  cannotFail: 'Questo canale ha un solo collegamento. Un secondo non raggiungerebbe gli stessi destinatari.',
  states: { working: 'Funziona', paused: 'In pausa', failing: 'Non funziona' },
  editSettings: 'Modifica impostazioni',
  viewSettings: 'Vedi impostazioni',
  latest: 'Ultimi tentativi',
  delivery: 'Invio',
  outcome: 'Esito',
  duration: 'Durata',
  time: 'Data',
  attempt: (n: number) => `Tentativo ${n}`,
  missing: 'Questo canale non ha questo collegamento.',
}
