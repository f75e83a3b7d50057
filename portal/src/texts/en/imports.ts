// The English texts of recipient imports.
import { count, figure, plural } from './numbers.ts'

export const imports = {
  title: 'Import recipients',
  text: 'Add and update recipients from a CSV file.',
  file: 'File',
  fileHint:
    'A CSV file in UTF-8, up to 50 MB and 200,000 rows. Columns are separated by commas, semicolons or tabs. The first line contains the column names.',
  choose: 'Choose a file',
  otherFile: 'Choose another file',
  mode: 'Mode',
  dryRun: 'Dry run',
  dryRunHint: 'Shows how many recipients the import would change, and does not change them.',
  matchBy: 'Match recipients by',
  matchByHint:
    'A row that matches a recipient updates this recipient. With “All addresses and the recipient ID”, a row is refused if its phone number or chat ID belongs to a recipient with another email address.',
  matchByAll: 'All addresses and the recipient ID',
  matchById: 'Recipient ID only',
  matchBys: {
    email: 'Email address only',
    whatsapp: 'WhatsApp number only',
    telegram: 'Telegram chat ID only',
    messenger: 'Messenger ID only',
  },
  onlyBy: (address: string) => `${address} only`,
  columnsHint: (addresses: string) =>
    `Columns: id, name, ${addresses}, locale, tags, preferred_channel, metadata, metadata.NAME. An empty cell does not change the stored value.`,
  example: 'Example file',
  start: 'Import',
  startDryRun: 'Start dry run',
  fileRefused: 'The file was refused. No recipients were changed.',
  recent: 'Imports in the last 30 days',
  none: 'No imports yet.',
  result: 'Result',
  started: 'Started',
  summary: (created: number, updated: number, refused: number) =>
    `${figure(created)} added, ${figure(updated)} updated, ${figure(refused)} refused`,
  unnamed: (id: number) => `Import ${id}`,
  report: 'Import progress',
  progress: 'Processed rows',
  doneOf: (done: number, rows: number) => `${figure(done)} of ${count(rows, 'row', 'rows')}`,
  states: {
    receiving: 'Uploading',
    waiting: 'Waiting',
    applying: 'In progress',
    done: 'Completed',
    cancelled: 'Stopped',
    failed: 'Failed',
  },
  counts: { created: 'Added', updated: 'Updated', unchanged: 'Unchanged', refused: 'Refused' },
  would: {
    created: 'Would be added',
    updated: 'Would be updated',
    unchanged: 'Unchanged',
    refused: 'Would be refused',
  },
  another: 'Import another file',
  stop: 'Stop import',
  stopTitle: (name: string) => `Stop the import of ${name}?`,
  stoppedEarly: 'The import stopped before the end',
  stoppedEarlyText: (done: number, rows: number) =>
    `${figure(done)} of ${count(rows, 'row', 'rows')} ${plural(done, 'was', 'were')} imported and ${plural(done, 'is', 'are')} kept. Import the same file again to continue. Existing recipients are updated, not added twice.`,
  stopText: 'Imported rows are kept. The remaining rows are skipped.',
  refusedRows: (n: number) => `${count(n, 'row was', 'rows were')} refused`,
  refusedText: 'The other rows were imported. Download the refused rows, correct them, and import the corrected file.',
  download: 'Download refused rows',
  line: (n: number) => `Line ${figure(n)}`,
}
