// Refusals of test messages and repeated messages, in Italian.

export const admission: Record<string, string> = {
  'No template "{slug}" in this workspace.': 'In questo spazio di lavoro non c’è il modello “{slug}”.',
  'needs exactly one of content and url': 'richiede esattamente uno tra content e url',
  'have {total} bytes when decoded; the limit per message is {attachmentsPerMessage} (10 MB)':
    'hanno {total} byte decodificati; il limite per messaggio è {attachmentsPerMessage} (10 MB)',
  'the recipient has no address': 'non ha un indirizzo',
  'no channel reaches this recipient: {missing}': 'nessun canale raggiunge questo destinatario: {missing}',
  'the source has no {title} connection; add a connection, or use a test key':
    'la sorgente non ha un collegamento {title}; collega il canale, oppure usa una chiave di test',
  ': {addressField} is missing': ': manca {addressField}',
  'the recipient has no address on {title}{missing}': 'il destinatario non ha un indirizzo su {title}{missing}',
  '{address} has been unreachable on {title} since {at}: {reason}':
    '{address} non è raggiungibile su {title} dal {at}: {reason}',
  'the recipient has been unreachable on {title} since {at}: {reason}':
    'il destinatario non è raggiungibile su {title} dal {at}: {reason}',
  'the {title} template {title2} ({language}) {refusal}': 'il modello {title} {title2} ({language}) {refusal}',
  'WhatsApp bundle': 'pacchetto WhatsApp',
  "The month's {product} of {limit} is used up. This message needs {cost}, and {credits} left.":
    'Il limite mensile ({product} di {limit}) è esaurito. Questo messaggio richiede {cost}; disponibili: {credits}.',
  '{n} message': '{n} messaggio',
  '{n} messages': '{n} messaggi',
  '{n} credit': '{n} credito',
  '{n} credits': '{n} crediti',
  '{n} credit is': '{n} credito',
  '{n} credits are': '{n} crediti',
  'template {slug} has no content in {entry}; available: {locales}':
    'il modello {slug} non ha contenuto in {entry}; disponibili: {locales}',
  'is used by the template and has no value': 'è usata dal modello ma non ha un valore',
  'only email supports attachments; this message uses {channel}':
    'solo l’email supporta gli allegati; questo messaggio usa {channel}',
  'the recipient last wrote {last}': 'il destinatario ha scritto l’ultima volta il {last}',
  'the recipient has not written': 'il destinatario non ha scritto',
  'template {slug} uses no approved {title} template, and':
    'il modello {slug} non indica un modello {title} approvato, e',
  '{without}the conversation window of {hours} hours is closed on {title}: {since}':
    '{without}la finestra di conversazione di {hours} ore è chiusa su {title}: {since}',
  'the address receives only essential templates': 'riceve solo modelli essenziali',
  'the address receives no marketing templates except essential ones':
    'dei modelli di marketing riceve solo quelli essenziali',
  '{address} opted out on {at}; {value}': '{address} si è disiscritto il {at}; {value}',
  'needs an id or an address: {requestedFields}': 'richiede un ID o un indirizzo: {requestedFields}',
  'must be at most 7d': 'può essere al massimo 7d',
  'must be at most 31d': 'può essere al massimo 31d',
  'must be at most {payloadBytes} bytes of JSON': 'deve avere al massimo {payloadBytes} byte di JSON',
  'have {length} characters in total; the limit per message is {variables}':
    'hanno in tutto {length} caratteri; il limite per messaggio è {variables}',
  'No {mode} recipient {id} in this workspace.': 'In questo spazio di lavoro non c’è il destinatario {mode} {id}.',
  'Delivery {id} has not ended yet. Cancel it first, or wait.':
    'L’invio {id} è ancora in corso: prima annullalo, oppure aspetta.',
  'Delivery {id} had attachments, which are deleted when a delivery ends. Send it again from your application.':
    'L’invio {id} aveva allegati, che vengono eliminati quando un invio termina. Invialo di nuovo dalla tua applicazione.',
  'is required for a live message': 'è obbligatorio per un messaggio live',
  'is not a source of this workspace: {requestedId}': 'non è una sorgente di questo spazio di lavoro: {requestedId}',
  'the workspace has no source yet; create one first':
    'lo spazio di lavoro non ha ancora una sorgente; prima creane una',
  'The database is unreachable or its disk is full. Send the request again in a few seconds, with its idempotency key.':
    'Il database non è raggiungibile o il suo disco è pieno. Invia di nuovo la richiesta tra qualche secondo, con la stessa chiave di idempotenza.',
  'needs a template with Liquid; {slug} has placeholders': 'richiede un modello con Liquid; {slug} ha segnaposto',
  'The template changed while the message was rendered. Send the request again.':
    'Il modello è cambiato durante la composizione del messaggio. Invia di nuovo la richiesta.',
  'The messages of this request could not be rendered within {value} seconds. Send the rest again.':
    'Non è stato possibile comporre i messaggi di questa richiesta entro {value} secondi. Invia di nuovo quelli rimasti.',
  'has {data} characters as JSON; the limit is {data2}': 'ha {data} caratteri come JSON; il limite è {data2}',
  'The upgrade of this installation is not finished: a process of 0.1.0 could send a digest before it closes. Stop these processes, then run "carillon migrate --finish".':
    'L’aggiornamento di questa installazione non è finito: un processo della versione 0.1.0 potrebbe inviare un riepilogo prima che si chiuda. Ferma questi processi, poi esegui "carillon migrate --finish".',
  '{failures} attempts to send this digest failed with an internal error; see the log.':
    '{failures} tentativi di inviare questo riepilogo sono falliti per un errore interno; vedi il log.',
  'The template "{slug}" was deleted.': 'Il modello "{slug}" è stato eliminato.',
  'The digest is sent when no message has joined it for this time. At most 1d.':
    'Il riepilogo parte quando per questo tempo non vi è entrato alcun messaggio. Al massimo 1d.',
  'The digest is sent at the latest this long after its first message. Default 1d. At most 7d.':
    'Il riepilogo parte al più tardi dopo questo tempo dal suo primo messaggio. Valore predefinito 1d. Al massimo 7d.',
  'collects messages whose vars and data have at most {item} characters as JSON; this one has {size}':
    'raccoglie messaggi in cui vars e data hanno al massimo {item} caratteri come JSON; questo ne ha {size}',
  'is a value that the service sets for a digest': 'è un valore che il servizio imposta per un riepilogo',
  'is not possible together with digest': 'non è possibile insieme a digest',
  'must be at least digest.wait': 'deve essere almeno digest.wait',
  'must be at most 1d': 'può essere al massimo 1d',
  'Too many dry runs are in progress. Send the request again in a few seconds.':
    'Sono in corso troppe simulazioni. Ripeti la richiesta tra qualche secondo.',
  'the recipient declines messages of the category {slug} on {title}':
    'il destinatario non accetta messaggi della categoria {slug} su {title}',
  'The upgrade of this installation is not finished: processes of 0.1.0 do not support fallback and repeat. Stop them, then run "carillon migrate --finish".':
    'L’aggiornamento di questa installazione non è concluso: i processi della versione 0.1.0 non supportano fallback e repeat. Fermali, poi esegui "carillon migrate --finish".',
  'is {unless}, which the connection on {names} does not report; {able} can report it':
    'è {unless}, ma il collegamento su {names} non lo segnala; possono segnalarlo {able}',
  'must have at least 2 steps, or none': 'deve avere almeno 2 passaggi, oppure nessuno',
  'cannot be used with fallback': 'non si può usare con fallback',
  'cannot be used with fallback, whose steps name their channels':
    'non si può usare con fallback, i cui passaggi indicano i propri canali',
  'is acted, so the message needs actions': 'è acted, quindi il messaggio ha bisogno di actions',
  'is not permitted in the first step': 'non è ammesso nel primo passaggio',
  'The step of this message was decided meanwhile.': 'Nel frattempo è stato deciso il passaggio di questo messaggio.',
}
