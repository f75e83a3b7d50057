// Refusals of templates and automations, in Italian.

export const templates: Record<string, string> = {
  'is required to read the list of approved templates': 'è necessario per leggere l’elenco dei modelli approvati',
  '{channel} has no templates that its provider approves': '{channel} non ha modelli approvati dal provider',
  '{text} makes the filled-in values longer than {most} characters in total, which is the limit of a message by {channel}':
    '{text} porta i valori inseriti oltre {most} caratteri in tutto, il limite di un messaggio su {channel}',
  'the template has {locales}': 'il modello ha {locales}',
  'The workspace already has a template "{slug}".': 'Lo spazio di lavoro ha già un modello “{slug}”.',
  '{author} saved version {version} at {updated_at}; your change is based on version {begun}. Nothing was saved.':
    '{author} ha salvato la versione {version} il {updated_at}; la tua modifica si basa sulla versione {begun}. Nessuna modifica è stata salvata.',
  'Another author': 'Un altro autore',
  'is the same locale as {twin}': 'è la stessa lingua di {twin}',
  'the restored template would mark {count} as sensitive, but the limit is {most}; remove marks from the template first':
    'il modello ripristinato avrebbe {count} riservate, e il limite è {most}; prima rendine alcune non riservate',
  '{n} variable': '{n} variabile',
  '{n} variables': '{n} variabili',
  'Version {version} of "{slug}" does not exist, or is no longer stored.':
    'La versione {version} di “{slug}” non esiste o non è più conservata.',
  'No automation {id} in this workspace.': 'In questo spazio di lavoro non c’è l’automazione {id}.',
  'is required with contact.tagged': 'è obbligatorio con contact.tagged',
  'has no meaning with {type}': 'non ha senso con {type}',
  'is required with message.received': 'è obbligatorio con message.received',
  'must contain a letter, a digit or an emoji, because punctuation is ignored':
    'deve contenere una lettera, una cifra o un’emoji: la punteggiatura viene ignorata',
  'this workspace has no source {source}': 'in questo spazio di lavoro non c’è la sorgente {source}',
  'this workspace has no template "{template}"': 'in questo spazio di lavoro non c’è il modello “{template}”',
  'All attempts to run this automation failed; see the log.':
    'Tutti i tentativi di eseguire questa automazione non sono riusciti; controlla il log.',
  'The automation was disabled before it reached this contact.':
    'L’automazione è stata disattivata prima di raggiungere questo contatto.',
  'cannot be changed; create another template instead': 'non si può cambiare; crea un altro modello',
  'Management token {name}': 'Token di gestione {name}',
  'A management token': 'Un token di gestione',
}
