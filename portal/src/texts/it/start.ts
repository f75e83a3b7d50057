// The Italian texts of the first steps of a workspace.
import type * as english from '../en/start.ts'

export const start: typeof english.start = {
  title: 'Primi passi',
  text: 'Il portale spunta automaticamente ogni passo completato.',
  progress: (done: number, all: number) => `${done} di ${all} completati`,
  done: 'Completato',
  open: 'Da fare',
  hide: 'Nascondi i primi passi',
  show: 'Mostra i primi passi',
  snippet: 'Linguaggio dell’esempio',
  curl: 'curl',
  createSource: 'Crea sorgente',
  createTemplate: 'Crea modello',
  sdk: 'SDK per Node',
  waiting: 'Questa pagina si aggiorna automaticamente.',
  steps: {
    send_test_message: {
      title: 'Invia un messaggio di test',
      text: 'Copia ed esegui questa richiesta. Contiene la tua chiave di test: il messaggio compare nella casella di test e non raggiunge nessun destinatario.',
      noSource:
        'Questo spazio di lavoro non ha ancora una sorgente. Una sorgente è un’applicazione che invia messaggi: ha chiavi e collegamenti.',
      noTemplate: 'Per un messaggio serve un modello. Creane uno per vedere una richiesta che lo usa.',
      noKey: 'Per la richiesta serve una chiave di test. Creane una per vederla nell’esempio.',
      viewer:
        'Qui gli amministratori di questo spazio di lavoro vedono una richiesta di esempio con la chiave di test.',
      action: 'Crea chiave di test',
      after: 'Vedi messaggio',
    },
    connect_channel: {
      title: 'Collega un canale',
      text: 'Aggiungi a una sorgente le credenziali di un server di posta, di un bot o di un provider. Una verifica mostra se funzionano.',
      action: 'Collega canale',
      after: 'Vedi collegamenti',
    },
    send_live_message: {
      title: 'Invia un messaggio live',
      text: (key: string) => `Inserisci la tua chiave live in questa richiesta. La più recente termina con ${key}.`,
      noConnection: 'Prima collega un canale, per vedere una richiesta per questo canale.',
      noKey: 'Per la richiesta serve una chiave live della sorgente. La chiave viene mostrata solo quando la crei.',
      noTemplate:
        'WhatsApp accetta solo modelli approvati da Meta. In un modello, scegli un modello approvato come contenuto per WhatsApp.',
      hints: {
        your_address: 'Sostituisci l’indirizzo con il tuo indirizzo.',
        shared_channel: 'Il messaggio compare nel canale collegato.',
        registered_recipient:
          'Sostituisci l’ID con l’ID di un destinatario che ha registrato un dispositivo o scritto alla tua pagina.',
      },
      failed: 'Un messaggio live non è riuscito.',
      toFailed: 'Apri l’invio non riuscito',
      action: 'Crea chiave live',
      toKeys: 'Vedi chiavi',
      toTemplates: 'Vedi modelli',
      after: 'Vedi invii',
    },
    receive_events: {
      title: 'Ricevi gli eventi',
      text: 'Aggiungi un endpoint della tua applicazione. Riceve un evento quando un messaggio viene consegnato o letto, quando non riesce e quando arriva una risposta. Il passo è completo quando un endpoint ha ricevuto un evento.',
      action: 'Aggiungi endpoint',
      after: 'Vedi endpoint',
    },
  },
}
