// Reasons and remedies of deliveries, events and callbacks, in Italian.

export const delivery: Record<string, string> = {
  'The database responds too slowly, so the request may be lost. Send the request again later.':
    'Il database risponde troppo lentamente e la richiesta potrebbe andare persa. Invia di nuovo la richiesta più tardi.',
  'the attempt ended with an error: {message}': 'il tentativo è terminato con un errore: {message}',
  "the source's {title} connection was removed": 'il collegamento {title} della sorgente è stato rimosso',
  'Connect {title} again, and resend the message.': 'Collega di nuovo {title} e invia di nuovo il messaggio.',
  'cancelled before it was sent': 'annullato prima dell’invio',
  'must be at most a year ahead': 'deve essere entro un anno da oggi',
  'No delivery {id} in this workspace.': 'In questo spazio di lavoro non c’è l’invio {id}.',
  'Delivery {id} is {status}{value} and can no longer be {action}.':
    'L’invio {id} non si può più modificare: il suo stato è {status}{value}.',
  'after {attempts_made}': 'dopo {attempts_made}',
  '{n} attempt': '{n} tentativo',
  '{n} attempts': '{n} tentativi',
  'the recipient has not written on {title} for {value} hours, and {title2} permits no free-form message after that':
    'il destinatario non scrive su {title} da {value} ore, e oltre questo tempo {title2} non consente messaggi liberi',
  'Select an approved template in the template of the message, or resend the message after the recipient has written again.':
    'Indica un modello approvato nel modello, oppure invia di nuovo il messaggio quando il destinatario avrà scritto di nuovo.',
  'No fallback {id} in this workspace.': 'In questo spazio di lavoro non c’è il messaggio con passaggi {id}.',
  'Fallback {id} has ended ({ended_reason}).': 'Il messaggio con passaggi {id} è terminato ({ended_reason}).',
  'No test message {id} in this workspace.': 'In questo spazio di lavoro non c’è il messaggio di test {id}.',
  "not stored, because the provider's text repeats a sensitive variable of the message":
    'non conservato, perché il testo del provider ripete una variabile riservata del messaggio',
  'the recipient opted out after this message was accepted':
    'il destinatario si è disiscritto dopo l’accettazione di questo messaggio',
  'Respect the opt-out: only essential templates are sent to this address.':
    'Rispetta la disiscrizione: a questo indirizzo vengono inviati solo i modelli essenziali.',
  'the provider reported a failure': 'il provider ha segnalato un errore',
  'the provider reported that this address no longer reaches the recipient':
    'il provider ha segnalato che il destinatario non è più raggiungibile a questo indirizzo',
  'The request has "duplicates": "never", so the message is not attempted again.':
    'La richiesta contiene "duplicates": "never", quindi il messaggio non viene ritentato.',
  'the only connection that can send this message is paused':
    'l’unico collegamento che può inviare questo messaggio è in pausa',
  'the provider answered none of {size} attempts for {floor} seconds':
    'il provider non ha risposto a nessuno di {size} tentativi per {floor} secondi',
  '{failures} failed in a row. The last: {reason}': '{failures} consecutivi non riusciti. L’ultimo: {reason}',
  'No action is needed.': 'Nessun intervento necessario.',
  'Correct the cause that the reason describes, and resend the message.':
    'Risolvi la causa indicata nel motivo e invia di nuovo il messaggio.',
  'Sending continues {when}.': 'L’invio riprende {when}.',
  'The next attempt is due {when}.': 'Il prossimo tentativo è previsto {when}.',
  'Attempt {value} of {attempts} is due {when}.': 'Il tentativo {value} di {attempts} è previsto {when}.',
  'so the message fails {value}.': 'quindi il messaggio non riuscirà {value}.',
  'at its next attempt': 'al prossimo tentativo',
  'The source "{sourceName}" was removed, {fails} Cancel the message, and send it from another source.':
    'La sorgente “{sourceName}” è stata rimossa, {fails} Annulla l’invio e invia il messaggio da un’altra sorgente.',
  'The {title} connection of the source "{sourceName}"': 'Il collegamento {title} della sorgente “{sourceName}”',
  '{connection} was replaced after the message was accepted, {fails} Cancel the message, and resend it.':
    '{connection} è stato sostituito dopo l’accettazione del messaggio, {fails} Annulla l’invio e invia di nuovo il messaggio.',
  '{connection} was removed, {fails} Cancel the message, connect {title} again, and resend the message.':
    '{connection} è stato rimosso, {fails} Annulla l’invio, collega di nuovo {title} e invia di nuovo il messaggio.',
  '{nextAt} if the connection works by then.': '{nextAt}, se nel frattempo il collegamento torna a funzionare.',
  'The message is sent at {when}': 'Il messaggio parte il {when}',
  'Attempt {value} of {attempts} is due at {when}': 'Il tentativo {value} di {attempts} è previsto il {when}',
  'The message is sent as soon as the connection is saved or resumed.':
    'Il messaggio parte quando il collegamento viene salvato o riattivato.',
  'The message is sent after that.': 'Poi il messaggio parte.',
  '{reconnect} Do so only if the message is still needed.': '{reconnect} Fallo solo se il messaggio serve ancora.',
  'Resend the message if it is still needed.': 'Se serve ancora, invia di nuovo il messaggio.',
  'All {attemptsMade} used.': '{attemptsMade}.',
  '{n} attempt is': 'L’unico tentativo è esaurito',
  '{n} attempts are': 'Tutti i {n} tentativi sono esauriti',
  'The source "{sourceName}" was removed. Send the message from another source.':
    'La sorgente “{sourceName}” è stata rimossa. Invia il messaggio da un’altra sorgente.',
  'Resend the message.': 'Invia di nuovo il messaggio.',
  'Wait until the pause ends.': 'Aspetta la fine della pausa.',
  'The message expires before quiet hours end. Send it now if it is still needed.':
    'Il messaggio scade prima della fine delle ore di silenzio. Invialo adesso, se serve ancora.',
  'The message expired during quiet hours. Resend it, and give it more time with expires_after.':
    'Il messaggio è scaduto durante le ore di silenzio. Invialo di nuovo, con più tempo in expires_after.',
  'Check that the connection is not paused and that a worker runs. Then resend the message.':
    'Controlla che il collegamento non sia in pausa e che un worker sia in esecuzione. Poi invia di nuovo il messaggio.',
  'Resend the message. Its connection is no longer paused.':
    'Invia di nuovo il messaggio: il suo collegamento non è più in pausa.',
  'the worker that was sending this message stopped before it recorded the outcome':
    'il worker che inviava questo messaggio si è arrestato prima di registrare l’esito',
  'the message expired before it could be sent': 'il messaggio è scaduto prima dell’invio',
  '{reason} (after {attemptsMade})': '{reason} (dopo {attemptsMade})',
  'the provider limits the number of messages to this recipient': 'il provider limita i messaggi a questo destinatario',
  'the provider': 'il provider',
  'the address {message}': 'l’indirizzo {message}',
  'the endpoint {message}': 'l’endpoint {message}',
  'the endpoint returned {status}; redirects are not followed':
    'l’endpoint ha risposto {status}; i reindirizzamenti non vengono seguiti',
  'the endpoint returned 410 Gone': 'l’endpoint ha risposto 410 Gone',
  'the endpoint returned {status} instead of 2xx': 'l’endpoint ha risposto {status} invece di 2xx',
  'No callback {id} in this workspace.': 'In questo spazio di lavoro non c’è il callback {id}.',
  'Callback {id} is {status}. It is retried automatically.':
    'Il callback {id} (stato: {status}) viene ritentato automaticamente.',
  'the source has no active API key to sign the callback; create a key, then replay the callback':
    'la sorgente non ha una chiave API attiva per firmare il callback; creane una, poi invia di nuovo il callback',
  "the stored signing secret can't be decrypted with this master key; {value}":
    'impossibile decifrare con questa chiave master il segreto di firma salvato; {value}',
  'revoke the API key, create another, then replay the callback':
    'revoca la chiave API, creane un’altra, poi invia di nuovo il callback',
  "rotate the subscription's secret": 'genera un nuovo segreto per l’endpoint',
  '{failures} attempts in a row failed': '{failures} tentativi consecutivi non riusciti',
  '{name}: a webhook endpoint was disabled': '{name}: un endpoint è stato disattivato',
  'Webhook endpoint {id} was disabled because {reason}.': 'L’endpoint {id} è stato disattivato: {reason}.',
  'Events are still recorded and kept for 7 days. When the endpoint works again, reactivate it and replay the missed events.':
    'Gli eventi vengono comunque registrati e conservati per 7 giorni. Quando l’endpoint funziona di nuovo, riattivalo e invia di nuovo gli eventi persi.',
  'all attempts failed for 3 days': 'tutti i tentativi non riescono da 3 giorni',
  'This subscription has no event {id}.': 'Questo endpoint non ha l’evento {id}.',
  'Subscription {id} is disabled. Reactivate it, then replay the missed events.':
    'L’endpoint {id} è disattivato. Riattivalo, poi invia di nuovo gli eventi persi.',
  'set event_id, or since (and until), or failed: true': 'indica event_id, oppure since (e until), oppure failed: true',
  'must be after since': 'deve essere dopo since',
  'No workspace {workspaceId}.': 'Lo spazio di lavoro {workspaceId} non esiste.',
  'disabled by hand': 'disattivato manualmente',
  'No subscription {id} in this workspace.': 'In questo spazio di lavoro non c’è l’endpoint {id}.',
  '{name} is not an event': '{name} non è un evento',
  'Subscription {id} is disabled. Reactivate it first.': 'L’endpoint {id} è disattivato: prima riattivalo.',
  "The stored secret of subscription {id} can't be decrypted with this master key. Rotate the secret.":
    'Impossibile decifrare con questa chiave master il segreto salvato dell’endpoint {id}. Genera un nuovo segreto.',
  'Subscription {id} was disabled or removed in the meantime.':
    'Nel frattempo l’endpoint {id} è stato disattivato o rimosso.',
  'the recipient blocked us on {title}': 'il destinatario ci ha bloccati su {title}',
  'No conversation {id} in this workspace.': 'In questo spazio di lavoro non c’è la conversazione {id}.',
  'There is no such connection.': 'Questo collegamento non esiste.',
  'The connection does not accept this verification handshake.':
    'Il collegamento non accetta questo handshake di verifica.',
  "The request contains no valid signature or secret of this connection's provider.":
    'La richiesta non contiene una firma o un segreto valido del provider di questo collegamento.',
  'No inbound request {id} in this workspace.': 'In questo spazio di lavoro non c’è il webhook in entrata {id}.',
  'Request {id} is {status}: only a request with a problem can be applied again.':
    'Il webhook in entrata {id} (stato: {status}) non si può elaborare di nuovo: si può solo dopo un problema.',
  now: 'adesso',
  queued: 'in coda',
  sending: 'in invio',
  sent: 'inviato',
  delivered: 'consegnato',
  read: 'letto',
  failed: 'non riuscito',
  waiting: 'in attesa',
  applied: 'elaborato',
  'The signature cannot be verified at the moment: {error}.': 'Al momento la firma non può essere verificata: {error}.',
  'an event of the sender {sender}, which no connection of this channel has':
    'un evento del mittente {sender}, che non appartiene a nessun collegamento di questo canale',
  'the message bounced: {value}': 'il messaggio è stato respinto: {value}',
  'the address does not exist': 'l’indirizzo non esiste',
  'the push service removed the last device of the recipient':
    'il servizio push ha rimosso l’ultimo dispositivo del destinatario',
  'Correct the address of the recipient, or lift the suppression of this address, and resend the message.':
    'Correggi l’indirizzo del destinatario, oppure rimuovi la soppressione di questo indirizzo, e invia di nuovo il messaggio.',
  'Delivery {id} is not queued, so it can no longer be cancelled.':
    'L’invio {id} non è in coda e non può più essere annullato.',
  'Delivery {id} is not queued, is an open digest, or had an attempt, so it cannot be moved.':
    'L’invio {id} non è in coda, è un riepilogo aperto o è già stato tentato, e non può essere riprogrammato.',
  'An unexpected error prevented the resend; see the log.': 'Un errore imprevisto ha impedito il reinvio; vedi il log.',
  'An unexpected error occurred. The log of the service contains it.':
    'Si è verificato un errore imprevisto. Il log del servizio lo contiene.',
  'matches no delivery': 'non corrisponde a nessun invio',
  'is only for the action reschedule': 'vale solo per l’azione reschedule',
  'The bulk operation {id} was already started. Create another one.':
    'L’operazione in blocco {id} è già stata avviata. Creane un’altra.',
  '{value} of this workspace are running. Wait until one has ended.':
    '{value} di questo spazio di lavoro sono in corso. Attendi che una finisca.',
  'The bulk operation {id} is not running.': 'L’operazione in blocco {id} non è in corso.',
  'A cancellation cannot be undone. Resend the messages instead.':
    'Un annullamento non si può revocare. Reinvia invece i messaggi.',
  'The bulk operation {id} has not ended. Stop it first, or wait.':
    'L’operazione in blocco {id} non è finita. Fermala prima, oppure attendi.',
  'The bulk operation {id} was already undone.': 'L’operazione in blocco {id} è già stata revocata.',
  'The bulk operation {id} changed no delivery.': 'L’operazione in blocco {id} non ha modificato nessun invio.',
  'No bulk operation {id} in this workspace.': 'Nessuna operazione in blocco {id} in questo spazio di lavoro.',
  '{n} bulk operation': '{n} operazione in blocco',
  '{n} bulk operations': '{n} operazioni in blocco',
  'the messages were not stored': 'i messaggi non sono stati memorizzati',
  'waiting for quiet hours to end, until {until}': 'in attesa della fine delle ore di silenzio, fino a {until}',
  'Delivery {id} is scheduled. Reschedule it to send it earlier.':
    'L’invio {id} è programmato. Riprogrammalo per inviarlo prima.',
  'Delivery {id} does not wait for quiet hours to end: its status is {status}.':
    'L’invio {id} non attende la fine delle ore di silenzio: il suo stato è {status}.',
  'Delivery {id} is an open digest and cannot be rescheduled. Close it, or cancel it.':
    'L’invio {id} è un riepilogo aperto e non si può riprogrammare. Chiudilo, oppure annullalo.',
  'No digest {id} in this workspace.': 'Nessun riepilogo {id} in questo spazio di lavoro.',
  'The digest {id} is already closed.': 'Il riepilogo {id} è già chiuso.',
  'Respect the preference: only essential templates and required categories are sent.':
    'Rispetta la preferenza: si inviano solo i modelli essenziali e le categorie obbligatorie.',
  'the recipient declined this category of messages after the message was accepted':
    'il destinatario ha rifiutato questa categoria di messaggi dopo l’accettazione del messaggio',
}
