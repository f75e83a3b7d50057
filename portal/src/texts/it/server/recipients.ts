// Refusals of recipients and import files, in Italian.

export const recipients: Record<string, string> = {
  'The upgrade of this installation is not finished: processes of 0.1.0 do not support devices of the kinds apns and expo. Stop them, then run "carillon migrate --finish".':
    'L’aggiornamento di questa installazione non è terminato: i processi della versione 0.1.0 non supportano i dispositivi di tipo apns ed expo. Fermali, poi esegui "carillon migrate --finish".',
  'the first line must name the columns: {importColumns}, metadata.NAME':
    'la prima riga deve contenere i nomi delle colonne: {importColumns}, metadata.NAME',
  '{title} appears more than once': '{title} compare più di una volta',
  'needs a column that identifies people: {identifying}': 'serve una colonna che identifichi le persone: {identifying}',
  'needs the column {matchBy}, because this import matches people by it':
    'manca la colonna {matchBy}, con cui questa importazione abbina i destinatari',
  '"{title}" is not a column{value}': '“{title}” non è una colonna{value}',
  '; did you mean {suggestion}?': '; volevi dire {suggestion}?',
  ': use metadata.NAME for your own fields': ': usa metadata.NAME per i tuoi campi',
  'has {length} where the first line has {length2}: is a quotation mark missing?':
    'ha {length} mentre la prima riga ha {length2}: manca una virgoletta?',
  '{n} cell': '{n} cella',
  '{n} cells': '{n} celle',
  'has a value in cell {value}, but the first line names no column for it':
    'ha un valore nella cella {value}, ma la prima riga non indica la sua colonna',
  'must be the id of a recipient; leave the cell empty for a new recipient':
    'deve essere l’ID di un destinatario; per uno nuovo lascia vuota la cella',
  'is not a JSON list of texts': 'non è un elenco JSON di testi',
  'is not a JSON object': 'non è un oggetto JSON',
  'must be yes or no': 'deve essere yes o no',
  'is not a JSON object with the preferences for each category':
    'non è un oggetto JSON con le preferenze per ogni categoria',
  'is not permitted, because * applies to all channels': 'non è consentito, perché * vale per tutti i canali',
  '{everything} applies to all channels': '{everything} vale per tutti i canali',
  'the recipient unsubscribed from everything on {toISOString} and receives only essential templates':
    'il destinatario si è disiscritto da tutto il {toISOString} e riceve solo modelli essenziali',
  'this workspace has no recipient {id} of this mode; leave the cell empty for a new recipient':
    'in questo spazio di lavoro non c’è il destinatario {id} di questa modalità; per uno nuovo lascia vuota la cella',
  'duplicate of line {line} (recipient {id}, {name}): each person may have only one row':
    'duplicato della riga {line} (destinatario {id}, {name}): ogni persona può avere una sola riga',
  'would be more than {mostTags} together with the tags of recipient {id}':
    'sarebbero più di {mostTags} insieme alle etichette del destinatario {id}',
  'belongs to recipient {id} ({name})': 'appartiene al destinatario {id} ({name})',
  '{problem}, whose {field} differs; leave this cell empty for a new person, or match by {name} alone to change recipient {id}':
    '{problem}, ma {field} è diverso: lascia vuota questa cella per una persona nuova, oppure abbina solo per {name} per modificare il destinatario {id}',
  'needs a cell that identifies the person: {identifying}': 'serve una cella che identifichi la persona: {identifying}',
  'is empty, but this import matches people by it':
    'è vuoto, ma questa importazione abbina i destinatari con questo dato',
  'is already on line {other}: only one person can have it':
    'è già nella riga {other}: può appartenere a una sola persona',
  'must be a language such as it or en-GB, of {locale} characters at most':
    'deve essere una lingua come it o en-GB, di {locale} caratteri al massimo',
  'the rows could not be applied: {error}': 'le righe non sono state applicate: {error}',
  'is empty': 'è vuoto',
  'A file may have at most {rows} rows. Split it into several files.':
    'Un file può avere al massimo {rows} righe. Dividilo in più file.',
  'has no rows below its first line': 'non ha righe sotto la prima',
  'A file may have at most {value} MB. Split it into several files.':
    'Un file può avere al massimo {value} MB. Dividilo in più file.',
  'The upload paused for too long or was cancelled. Send the file again.':
    'Il caricamento è rimasto fermo troppo a lungo o è stato annullato. Invia di nuovo il file.',
  'Import {id} has already ended: it is {state}.': 'L’importazione {id} è già terminata (stato: {state}).',
  'cell {value}': 'cella {value}',
  'No import {id} in this workspace.': 'In questo spazio di lavoro non c’è l’importazione {id}.',
  "recipients can't opt out of {channel}": 'i destinatari non possono disiscriversi da {channel}',
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
  done: 'completato',
  cancelled: 'annullato',
  'has no address': 'non ha un indirizzo',
  'states no known reason; choose the reason of the whole file in the request':
    'non indica un motivo noto; scegli nella richiesta il motivo di tutto il file',
  'must name the column address or email': 'deve indicare la colonna address o email',
  'has no rows': 'non ha righe',
  '{channel} is not a channel': '{channel} non è un canale',
  '{address} has been suppressed since {since}: {reason}{value}': '{address} è soppresso dal {since}: {reason}{value}',
  'a message to it bounced': 'un messaggio è stato respinto',
  'its recipient reported a message as spam': 'il destinatario ha segnalato un messaggio come spam',
  'the provider cannot reach it': 'il provider non riesce a raggiungerlo',
  'its recipient replied with a stop word': 'il destinatario ha risposto con una parola di stop',
  'a member of the workspace suppressed it': 'è stato soppresso da un membro dello spazio di lavoro',
  'The entry was removed at the same time. Send the request again.':
    'Nel frattempo la voce è stata rimossa. Invia di nuovo la richiesta.',
  'Only an owner may lift a complaint.': 'Solo un proprietario può rimuovere una segnalazione di spam.',
  'is required to lift a complaint: state why the recipient should receive messages':
    'è obbligatoria per rimuovere una segnalazione di spam: scrivi perché il destinatario deve ricevere messaggi',
  'No suppression {id} in this workspace.': 'In questo spazio di lavoro non c’è la soppressione {id}.',
  'contains {both}, which add_tags contains too': 'contiene {both}, che è anche in add_tags',
  'must be a JSON list with the name of a column, or null, for each column of the file':
    'deve essere una lista JSON con il nome di una colonna, o null, per ogni colonna del file',
  'must have one entry for each of the cells in the first line of the file ({length}), not {length2}':
    'deve avere una voce per ogni cella della prima riga del file ({length}), non {length2}',
  'has {length} cells where the first line has {length2}: is a quotation mark missing?':
    'ha {length} celle e la prima riga ne ha {length2}: manca una virgoletta?',
  'Send only the first {value} KB of the file.': 'Invia solo i primi {value} KB del file.',
  'A workspace has at most {categories}. Remove a category first.':
    'Uno spazio di lavoro ha al massimo {categories}. Prima elimina una categoria.',
  'No category "{slug}" in this workspace.': 'In questo spazio di lavoro non c’è la categoria “{slug}”.',
  'Templates use the category "{slug}": {users}. Choose another category for them first.':
    'Alcuni modelli usano la categoria “{slug}”: {users}. Scegli prima un’altra categoria per questi modelli.',
  'The workspace already has a category "{slug}".': 'Lo spazio di lavoro ha già una categoria “{slug}”.',
  'is not a category of this workspace, which has none':
    'non è una categoria di questo spazio di lavoro, che non ne ha nessuna',
  'is not a category of this workspace; known categories: {known}':
    'non è una categoria di questo spazio di lavoro; categorie esistenti: {known}',
  'is required, so it cannot be declined': 'è obbligatoria, quindi non si può rifiutare',
  '{n} category': '{n} categoria',
  '{n} categories': '{n} categorie',
  'must be a period such as 22:00-08:00, or 22:00-08:00 Europe/Rome':
    'dev’essere un periodo come 22:00-08:00, oppure 22:00-08:00 Europe/Rome',
  'must not be a period of 24 hours': 'non può essere un periodo di 24 ore',
  'must end with the name of a time zone, such as Europe/Rome':
    'deve finire con il nome di un fuso orario, come Europe/Rome',
}
