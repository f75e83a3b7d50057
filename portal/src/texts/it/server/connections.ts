// Refusals and pauses of connections, in Italian.

export const connections: Record<string, string> = {
  'The {channel} settings in force since {updated_at} are not those that were read':
    'Le impostazioni {channel} in vigore dal {updated_at} non sono quelle che hai letto',
  'The {channel} connection was removed after it was read':
    'Il collegamento {channel} è stato rimosso dopo che lo hai aperto',
  '{existing}. Nothing was changed.': '{existing}. Nessuna modifica effettuata.',
  'The source has no {channel} connection.': 'La sorgente non ha un collegamento {channel}.',
  'the {name} plan connects {most} channels and {connected} are connected; disconnect one or change the plan':
    'il piano {name} collega {most} canali, e {connected} sono già collegati; scollegane uno o cambia piano',
  'is required again because {names} changed: a stored secret is never sent to a new destination':
    'è di nuovo obbligatorio, perché {names} è cambiato: un segreto salvato non viene mai inviato a una nuova destinazione',
  'The connections of this source on {channel} have no ids yet. Nothing was changed. Finish the upgrade ("carillon migrate --finish"), wait until a worker has moved them, and read the list again. Until then use PUT or DELETE …/connections/{channel2}.':
    'I collegamenti di questa sorgente su {channel} non hanno ancora un ID. Nessuna modifica effettuata. Completa l’aggiornamento ("carillon migrate --finish"), aspetta che un worker li abbia spostati e leggi di nuovo l’elenco. Fino ad allora usa PUT o DELETE …/connections/{channel2}.',
  'The source has no {channel} connection {id}.': 'La sorgente non ha un collegamento {channel} {id}.',
  "Correct the connection's settings, or resume the connection once the cause is gone.":
    'Correggi le impostazioni del collegamento, oppure riattivalo quando la causa non c’è più.',
  'the {title} connection of the source "{sourceName}"': 'il collegamento {title} della sorgente "{sourceName}"',
  '{connection} is paused': '{connection} è in pausa',
  '{connection} has been paused since {since}': '{connection} è in pausa dal {since}',
  '{began} until {until}': '{began} fino al {until}',
  'must hold each connection of the channel once: {all}':
    'deve contenere ogni collegamento del canale una volta: {all}',
  'The upgrade of this installation is not finished, and processes of 0.1.0 know one connection of a channel and no providers. Run "carillon migrate --finish" once none of them runs.':
    'L’aggiornamento di questa installazione non è completo, e i processi di 0.1.0 conoscono un solo collegamento per canale e nessun provider. Esegui "carillon migrate --finish" quando nessuno di loro è più in esecuzione.',
  'The connections were changed after yours were read. Nothing was changed.':
    'I collegamenti sono cambiati dopo che li hai letti. Nessuna modifica effettuata.',
  'is not a provider of {channel}: there are {providers}': 'non è un provider di {channel}: ci sono {providers}',
  'the source has {length}, which is the most; remove one': 'la sorgente ha {length}, il massimo; rimuovine uno',
  '{n} {title} connection': '{n} collegamento {title}',
  '{n} {title} connections': '{n} collegamenti {title}',
  'the source has a {title} connection of this kind already; {refused}':
    'la sorgente ha già un collegamento {title} di questo tipo; {refused}',
  'A test recipient has no chat: what test keys send goes to the sandbox.':
    'Un destinatario di test non ha chat: i messaggi delle chiavi di test vanno alla sandbox.',
  'No link can be made: {reason}.': 'Il link non si può creare: {reason}.',
  'no link can be made: {error}': 'il link non si può creare: {error}',
  'no {channel} bot is connected here': 'qui non è collegato nessun bot {channel}',
  'several sources have a {channel} bot: say which ({rows})':
    'più sorgenti hanno un bot {channel}: indica quale ({rows})',
  'the provider could not be told where to send: {error}':
    'la registrazione dell’indirizzo presso il provider non è riuscita: {error}',
  "the connection's secrets can't be opened with this master key":
    'i segreti del collegamento non si aprono con questa chiave master',
  'Start with the MASTER_KEY they were saved under, or save the connection with all its secrets again.':
    'Avvia con la MASTER_KEY con cui sono stati salvati, oppure salva di nuovo il collegamento con tutti i suoi segreti.',
  'is not a known setting': 'non è un’impostazione riconosciuta',
}
