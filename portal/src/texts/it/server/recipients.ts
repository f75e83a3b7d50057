// Refusals of recipients and import files, in Italian.

export const recipients: Record<string, string> = {
  'the first line has to name the columns: {importColumns}, metadata.NAME':
    'la prima riga deve indicare le colonne: {importColumns}, metadata.NAME',
  '{title} stands there more than once': '{title} compare più di una volta',
  'needs a column that tells people apart: {identifying}': 'serve una colonna che distingua le persone: {identifying}',
  'has no column {matchBy}, by which this import finds people':
    'manca la colonna {matchBy}, con cui questa importazione trova le persone',
  '"{title}" is no column{value}': '"{title}" non è una colonna{value}',
  '; did you mean {suggestion}?': '; volevi dire {suggestion}?',
  ': use metadata.NAME for what is your own': ': usa metadata.NAME per i tuoi campi',
  'has {length} where the first line has {length2}: is a quotation mark missing?':
    'ha {length} mentre la prima riga ha {length2}: manca una virgoletta?',
  '{n} cell': '{n} cella',
  '{n} cells': '{n} celle',
  'has something in cell {value}, which the first line gives no name':
    'ha qualcosa nella cella {value}, a cui la prima riga non dà un nome',
  'must be the number of a recipient; leave it empty for a new one':
    'deve essere il numero di un destinatario; per uno nuovo lascia vuota la cella',
  'is not a list of texts in JSON': 'non è un elenco di testi in JSON',
  'is not an object in JSON': 'non è un oggetto in JSON',
  'no recipient {id} of this mode is in this workspace; leave the cell empty for a new one':
    'in questo spazio di lavoro non c’è il destinatario {id} di questa modalità; per uno nuovo lascia vuota la cella',
  'duplicate of line {line} (recipient {id}, {name}): a person has one row':
    'duplicato della riga {line} (destinatario {id}, {name}): ogni persona ha una sola riga',
  'would be more than {mostTags} with those that recipient {id} has':
    'sarebbero più di {mostTags} con quelli che il destinatario {id} ha già',
  'belongs to recipient {id} ({name})': 'appartiene al destinatario {id} ({name})',
  '{problem}, whose {field} differs; leave this cell empty for a new person, or find people by {name} alone to change recipient {id}':
    '{problem}, ma {field} è diverso: lascia vuota questa cella per una persona nuova, oppure trova le persone solo con {name} per cambiare il destinatario {id}',
  'needs something that tells the person from others: {identifying}':
    'serve un dato che distingua la persona dalle altre: {identifying}',
  'is empty, and this import finds people by it': 'è vuoto, e questa importazione trova le persone con questo dato',
  'is on line {other} already; one person has it': 'è già nella riga {other}; appartiene a una sola persona',
  'must be a language such as it or en-GB, of {locale} characters at most':
    'deve essere una lingua come it o en-GB, di {locale} caratteri al massimo',
  'the rows could not be applied: {error}': 'le righe non sono state applicate: {error}',
  'is empty': 'è vuoto',
  'A file holds at most {rows} people; send it in several.':
    'Un file contiene al massimo {rows} persone; dividilo in più file.',
  'has no rows below its first line': 'non ha righe sotto la prima',
  'A file has at most {value} MB; send it in several.': 'Un file ha al massimo {value} MB; dividilo in più file.',
  'The upload stood still for too long, or was cancelled; send the file again.':
    'Il caricamento è rimasto fermo troppo a lungo, o è stato annullato; invia di nuovo il file.',
  'Import {id} had ended: it is {state}.': 'L’importazione {id} non è più in corso: è {state}.',
  'cell {value}': 'cella {value}',
  'No import {id} in this workspace.': 'In questo spazio di lavoro non c’è l’importazione {id}.',
  "recipients can't opt out of {channel}": 'i destinatari non possono disiscriversi da {channel}',
  'The opt-out was lifted meanwhile. Send the request again.':
    'Nel frattempo la disiscrizione è stata tolta. Invia di nuovo la richiesta.',
  'No opt-out {id} in this workspace.': 'In questo spazio di lavoro non c’è la disiscrizione {id}.',
  'No recipient {id} in this workspace.': 'In questo spazio di lavoro non c’è il destinatario {id}.',
  'Another recipient had one of these addresses. Send the request again.':
    'Un altro destinatario aveva uno di questi indirizzi. Invia di nuovo la richiesta.',
  'line {line} {message}': 'riga {line}: {message}',
  'save the file as CSV in UTF-8 (Excel: "CSV UTF-8")': 'salva il file come CSV in UTF-8 (Excel: "CSV UTF-8")',
  'is not UTF-8: {asUtf8}': 'non è in UTF-8: {asUtf8}',
  'ends in the middle of a character: {asUtf8}': 'finisce a metà di un carattere: {asUtf8}',
  'contains NUL characters, as UTF-16 does: {asUtf8}': 'contiene caratteri NUL, come UTF-16: {asUtf8}',
  'begins a row with a quotation mark that is never closed':
    'inizia una riga con una virgoletta che non viene mai chiusa',
  'has a quotation mark inside a cell: put the cell in quotation marks, and double each quotation mark in it':
    'ha una virgoletta dentro una cella: scrivi la cella tra virgolette, e raddoppia ogni virgoletta interna',
  'begins a row of more than {longestRow} bytes: is a quotation mark missing?':
    'inizia una riga di più di {longestRow} byte: manca una virgoletta?',
  'The upload was aborted: it stalled, the connection broke, or the service is stopping. Send the file again.':
    'Il caricamento è stato interrotto: si è bloccato, la connessione è caduta o il servizio si sta fermando. Invia di nuovo il file.',
  'Send the file itself as the body, in UTF-8, with Content-Type: text/csv.':
    'Invia il file stesso come corpo, in UTF-8, con Content-Type: text/csv.',
  done: 'completata',
  cancelled: 'interrotta',
}
