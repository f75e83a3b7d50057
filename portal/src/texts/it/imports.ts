// The Italian texts of recipient imports.
import type * as english from '../en/imports.ts'
import { count, figure } from './numbers.ts'

export const imports: typeof english.imports = {
  title: 'Importa destinatari',
  text: 'Aggiungi e aggiorna i destinatari da un file CSV.',
  file: 'File',
  fileHint:
    'CSV in UTF-8, fino a 50 MB e 200.000 righe, con virgole, punti e virgola o tabulazioni come separatori. La prima riga contiene i nomi delle colonne.',
  choose: 'Scegli un file',
  otherFile: 'Scegli un altro file',
  mode: 'Modalità',
  dryRun: 'Simulazione',
  dryRunHint: 'Mostra quanti destinatari verrebbero modificati, senza modificarli.',
  matchBy: 'Abbina i destinatari per',
  matchByHint:
    'Una riga che corrisponde a un destinatario lo aggiorna. Con “Tutti gli indirizzi e l’ID del destinatario”, una riga viene rifiutata se il suo telefono o ID chat appartiene a un destinatario con un’altra email.',
  matchByAll: 'Tutti gli indirizzi e l’ID del destinatario',
  matchById: 'Solo l’ID del destinatario',
  matchBys: {
    email: 'Solo l’indirizzo email',
    whatsapp: 'Solo il numero WhatsApp',
    telegram: 'Solo l’ID chat Telegram',
    messenger: 'Solo l’ID Messenger',
  },
  onlyBy: (address: string) => `Solo: ${address}`,
  columnsHint: (addresses: string) =>
    `Colonne: id, name, ${addresses}, locale, tags, preferred_channel, metadata, metadata.NAME. Una cella vuota non modifica il valore salvato.`,
  example: 'File di esempio',
  start: 'Importa',
  startDryRun: 'Avvia simulazione',
  fileRefused: 'Il file è stato rifiutato. Nessun destinatario è stato modificato.',
  recent: 'Importazioni degli ultimi 30 giorni',
  none: 'Nessuna importazione.',
  result: 'Risultato',
  started: 'Avviata',
  summary: (created: number, updated: number, refused: number) =>
    `${count(created, 'aggiunto', 'aggiunti')}, ${count(updated, 'aggiornato', 'aggiornati')}, ${count(refused, 'rifiutato', 'rifiutati')}`,
  unnamed: (id: number) => `Importazione ${id}`,
  report: 'Avanzamento dell’importazione',
  progress: 'Righe elaborate',
  doneOf: (done: number, rows: number) => `${figure(done)} di ${count(rows, 'riga', 'righe')}`,
  states: {
    receiving: 'Caricamento',
    waiting: 'In attesa',
    applying: 'In corso',
    done: 'Completata',
    cancelled: 'Interrotta',
    failed: 'Non riuscita',
  },
  counts: { created: 'Aggiunti', updated: 'Aggiornati', unchanged: 'Invariati', refused: 'Rifiutati' },
  would: {
    created: 'Da aggiungere',
    updated: 'Da aggiornare',
    unchanged: 'Invariati',
    refused: 'Da rifiutare',
  },
  another: 'Importa un altro file',
  stop: 'Interrompi importazione',
  stopTitle: (name: string) => `Interrompere l’importazione di ${name}?`,
  stoppedEarly: 'L’importazione si è interrotta prima della fine',
  stoppedEarlyText: (done: number, rows: number) =>
    `Su ${count(rows, 'riga', 'righe')}, ${count(done, 'è stata importata e resta', 'sono state importate e restano')}. Importa di nuovo lo stesso file per continuare. I destinatari esistenti vengono aggiornati, non aggiunti due volte.`,
  stopText: 'Le righe già importate restano. Le altre vengono ignorate.',
  refusedRows: (n: number) => `${count(n, 'riga è stata rifiutata', 'righe sono state rifiutate')}`,
  refusedText:
    'Le altre righe sono state importate. Scarica le righe rifiutate, correggile e importa il file corretto.',
  download: 'Scarica le righe rifiutate',
  line: (n: number) => `Riga ${figure(n)}`,
}
