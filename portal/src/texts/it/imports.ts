// Importing recipients from a file, in Italian.
import type * as english from '../en/imports.ts'
import { count, figure } from './numbers.ts'

export const imports: typeof english.imports = {
  title: 'Importa destinatari',
  text: 'Un file CSV aggiunge persone e aggiorna quelle che ci sono.',
  file: 'File',
  fileHint:
    'CSV in UTF-8, fino a 50 MB e 200.000 righe. Virgole, punti e virgola o tabulazioni; la prima riga dà il nome alle colonne.',
  choose: 'Scegli un file',
  otherFile: 'Scegli un altro file',
  mode: 'Di chi sono i destinatari',
  dryRun: 'Solo una prova',
  dryRunHint: 'Conta che cosa succederebbe, senza cambiare nessuno.',
  matchBy: 'Cerca le persone per',
  matchByHint:
    'La riga che trova una persona ne aggiorna i dati. Con tutti gli indirizzi, la riga viene rifiutata se il telefono o la chat appartiene a una persona con un’altra email.',
  matchByAll: 'Tutti gli indirizzi e il numero del destinatario',
  matchById: 'Solo il numero del destinatario',
  matchBys: {
    email: 'Solo l’indirizzo email',
    whatsapp: 'Solo il numero WhatsApp',
    telegram: 'Solo l’id della chat Telegram',
    messenger: 'Solo l’id di Messenger',
  },
  onlyBy: (address: string) => `Solo: ${address}`,
  columnsHint: (addresses: string) =>
    `Colonne: id, name, ${addresses}, locale, tags, preferred_channel, metadata, metadata.NAME. Una cella vuota non cambia niente.`,
  example: 'Un file di esempio',
  start: 'Importa',
  startDryRun: 'Fai la prova',
  notTaken: 'Il file non è stato preso; nessuno è cambiato',
  recent: 'Importazioni degli ultimi 30 giorni',
  none: 'Ancora nessuna importazione.',
  came: 'Che ne è stato',
  started: 'Cominciata',
  summary: (created: number, updated: number, refused: number) =>
    `${count(created, 'nuovo', 'nuovi')}, ${count(updated, 'cambiato', 'cambiati')}, ${count(refused, 'rifiutato', 'rifiutati')}`,
  unnamed: (id: number) => `Importazione ${id}`,
  report: 'A che punto è l’importazione',
  progress: 'Righe trattate',
  doneOf: (done: number, rows: number) => `${figure(done)} di ${count(rows, 'riga', 'righe')}`,
  states: {
    receiving: 'In arrivo',
    waiting: 'In attesa',
    applying: 'In corso',
    done: 'Finita',
    cancelled: 'Fermata',
    failed: 'Non riuscita',
  },
  counts: { created: 'Aggiunti', updated: 'Cambiati', unchanged: 'Invariati', refused: 'Rifiutati' },
  would: {
    created: 'Sarebbero aggiunti',
    updated: 'Cambierebbero',
    unchanged: 'Invariati',
    refused: 'Sarebbero rifiutati',
  },
  another: 'Importa un altro file',
  stop: 'Ferma l’importazione',
  stopTitle: (name: string) => `Fermare l’importazione di ${name}?`,
  stoppedHalfway: 'È terminata a metà',
  stoppedHalfwayText: (done: number, rows: number) =>
    `Su ${count(rows, 'riga', 'righe')}, ${count(done, 'è stata trattata e resta com’è', 'sono state trattate e restano come sono')}; il resto è rimasto fuori. Importa di nuovo lo stesso file per continuare: chi c’è già viene aggiornato, nessuno si aggiunge due volte.`,
  stopText: 'Le righe già trattate restano come sono; le altre si lasciano fuori.',
  refusedRows: (n: number) => `${count(n, 'riga è stata rifiutata', 'righe sono state rifiutate')}`,
  refusedText: 'Le altre righe sono state applicate. Scarica queste, correggile e importa il file così com’è.',
  download: 'Scarica le righe rifiutate',
  line: (n: number) => `Riga ${figure(n)}`,
}
