// Refusals and pauses of connections, in Italian.

export const connections: Record<string, string> = {
  'The {channel} settings were changed after they were read, at {updated_at}':
    'Le impostazioni {channel} sono cambiate dopo che le hai aperte, il {updated_at}',
  'The {channel} connection was removed after it was read':
    'Il collegamento {channel} è stato rimosso dopo che lo hai aperto',
  '{existing}. Nothing was saved.': '{existing}. Nessuna modifica è stata salvata.',
  'The source has no {channel} connection.': 'La sorgente non ha un collegamento {channel}.',
  'the {name} plan allows {most} channels, and {connected} are connected: disconnect one or change the plan':
    'il piano {name} consente {most} canali e {connected} sono già collegati: scollegane uno o cambia piano',
  'describes another server than {field}: omit {name} or the separate settings':
    'descrive un server diverso da {field}: ometti {name} oppure le impostazioni separate',
  'is required again because {names} changed: a stored secret is never sent to a new destination':
    'è di nuovo obbligatorio, perché {names} è cambiato: un segreto salvato non viene mai inviato a una nuova destinazione',
  'The connections of this source on {channel} have no ids yet. Nothing was changed. Finish the upgrade ("carillon migrate --finish"), wait until a worker has moved them, and read the list again. Until then use PUT or DELETE …/connections/{channel2}.':
    'I collegamenti di questa sorgente su {channel} non hanno ancora un ID. Nessuna modifica effettuata. Completa l’aggiornamento ("carillon migrate --finish"), aspetta che un worker li abbia spostati e leggi di nuovo l’elenco. Fino ad allora usa PUT o DELETE …/connections/{channel2}.',
  'The source has no {channel} connection {id}.': 'La sorgente non ha un collegamento {channel} {id}.',
  "Correct the connection's settings, or resume the connection once the cause is gone.":
    'Correggi le impostazioni del collegamento, oppure riattivalo quando la causa non c’è più.',
  'the {title} connection of the source "{sourceName}"': 'il collegamento {title} della sorgente “{sourceName}”',
  '{connection} is paused': '{connection} è in pausa',
  '{connection} has been paused since {since}': '{connection} è in pausa dal {since}',
  '{began} until {until}': '{began} fino al {until}',
  'Messages go to the next connection that works. Every 30 seconds, one message tests this connection. If it keeps failing, check its settings and its provider.':
    'I messaggi passano dal prossimo collegamento che funziona. Ogni 30 secondi un messaggio verifica questo collegamento. Se continua a non funzionare, controlla le sue impostazioni e il suo provider.',
  'No action is needed. Until then, messages go to the next connection that works.':
    'Nessun intervento necessario. Fino ad allora i messaggi passano dal prossimo collegamento che funziona.',
  'connection {place} ({title}) of the channel {title2} of the source "{source_name}"':
    'il collegamento {place} ({title}) del canale {title2} della sorgente “{source_name}”',
  '{connection} is not used': '{connection} non è in uso',
  '{connection} has not been used since {since}': '{connection} non è in uso dal {since}',
  'must list each connection of the channel once: {all}': 'deve elencare ogni collegamento del canale una volta: {all}',
  'The upgrade of this installation is not finished: processes of 0.1.0 support one connection per channel, no choice of a provider, and no SMS. Stop them, then run "carillon migrate --finish".':
    'L’aggiornamento di questa installazione non è completo: i processi della versione 0.1.0 supportano un solo collegamento per canale, e non supportano la scelta del provider né gli SMS. Arrestali, poi esegui "carillon migrate --finish".',
  'The connection was changed after it was read. Nothing was saved.':
    'Il collegamento è cambiato dopo che lo hai aperto. Nessuna modifica è stata salvata.',
  'is not a provider of {channel}; choose one of {providers}': 'non è un provider di {channel}; scegli tra {providers}',
  'the source has {length}, the maximum: remove one first': 'la sorgente ha {length}, il massimo: prima rimuovine uno',
  '{n} {title} connection': '{n} collegamento {title}',
  '{n} {title} connections': '{n} collegamenti {title}',
  'the source already has a {title} connection of this kind; {refused}':
    'la sorgente ha già un collegamento {title} di questo tipo; {refused}',
  'A test recipient has no chat: messages of test keys go to the sandbox.':
    'Un destinatario di test non ha chat: i messaggi delle chiavi di test vanno alla sandbox.',
  'The link cannot be created: {reason}.': 'Impossibile creare il link: {reason}.',
  'the link cannot be created: {error}': 'impossibile creare il link: {error}',
  'this workspace has no {channel} connection': 'questo spazio di lavoro non ha un collegamento {channel}',
  'several sources have a {channel} connection; choose one of them ({rows})':
    'più sorgenti hanno un collegamento {channel}; scegline una ({rows})',
  'the webhook could not be registered with the provider: {error}':
    'la registrazione del webhook presso il provider non è riuscita: {error}',
  "the connection's secrets can't be decrypted with this master key":
    'impossibile decifrare i segreti del collegamento con questa chiave master',
  'Start with the MASTER_KEY that encrypted them, or save the connection with all its secrets again.':
    'Avvia il servizio con la MASTER_KEY con cui sono stati cifrati, oppure salva di nuovo il collegamento con tutti i suoi segreti.',
  '{title} offers no way to register the webhook by API: register the URL on its page':
    '{title} non permette di registrare il webhook tramite API: registra l’URL sulla sua pagina',
  '{title} by {title2} needs no webhook': '{title} con {title2} non richiede un webhook',
  'is not a known setting': 'non è un’impostazione riconosciuta',
}
