// The first steps of a workspace, in Italian.
import type * as english from '../en/start.ts'

export const start: typeof english.start = {
  title: 'I tuoi primi cinque minuti',
  text: 'Ogni passo si spunta da sé, per quello che è successo davvero.',
  progress: (done: number, all: number) => `${done} di ${all} fatti`,
  done: 'Fatto',
  open: 'Non ancora fatto',
  hide: 'Nascondi questi passi',
  show: 'Mostra i primi passi',
  snippet: 'Linguaggio dell’esempio',
  curl: 'curl',
  createSource: 'Crea sorgente',
  createTemplate: 'Crea modello',
  sdk: 'SDK per Node',
  waiting: 'Questa pagina si accorge quando è successo.',
  steps: {
    send_test_message: {
      title: 'Invia un messaggio di prova',
      text: 'Questa chiamata contiene la tua chiave di prova. Non raggiunge nessuno: la casella di prova mostra il messaggio come lo mostrerebbe il canale.',
      noSource:
        'Questo spazio di lavoro non ha ancora una sorgente. Una sorgente è l’applicazione che invia; contiene chiavi e collegamenti.',
      noTemplate: 'Un messaggio ha bisogno di un modello. Creane uno e qui comparirà una chiamata che lo usa.',
      noKey: 'Alla chiamata serve una chiave di prova. Creala nella sorgente e comparirà nell’esempio.',
      viewer: 'Qui un amministratore di questo spazio di lavoro vede una chiamata con la chiave di prova.',
      action: 'Crea una chiave di prova',
      after: 'Vedi il messaggio',
    },
    connect_channel: {
      title: 'Collega un canale vero',
      text: 'Dai a una sorgente le credenziali di un server di posta, di un bot o di un fornitore. La verifica mostra subito se funzionano.',
      action: 'Collega un canale',
      after: 'Vedi i collegamenti',
    },
    send_live_message: {
      title: 'Invia un messaggio vero',
      text: (key: string) => `Inserisci la tua chiave reale in questa chiamata. L’ultima termina con ${key}.`,
      noConnection: 'Collega prima un canale: poi la chiamata comparirà qui.',
      noKey: 'Alla chiamata serve una chiave reale della sorgente. Si vede una volta sola, quando la crei.',
      noTemplate:
        'WhatsApp accetta solo modelli approvati da Meta. Aggiungi a un modello il contenuto WhatsApp approvato.',
      hints: {
        your_address: 'Sostituisci l’indirizzo con il tuo.',
        shared_channel: 'Il messaggio arriva nel canale collegato.',
        registered_recipient:
          'Sostituisci l’id con quello di un destinatario che ha registrato un dispositivo o scritto alla tua pagina.',
      },
      failed: 'Un messaggio vero non è riuscito.',
      toFailed: 'Apri l’invio non riuscito',
      action: 'Crea una chiave reale',
      toKeys: 'Vedi le chiavi',
      toTemplates: 'Apri i modelli',
      after: 'Vedi gli invii',
    },
    receive_events: {
      title: 'Ricevi gli eventi',
      text: 'Registra un endpoint della tua applicazione. Riceve un evento quando un messaggio è consegnato, letto, non riuscito o ha avuto risposta.',
      action: 'Registra un endpoint',
      after: 'Vedi gli endpoint',
    },
  },
}
