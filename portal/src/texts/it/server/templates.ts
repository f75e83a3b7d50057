// Refusals of templates and automations, in Italian.

export const templates: Record<string, string> = {
  'is needed to read the list of approved templates': 'è necessario per leggere l’elenco dei modelli approvati',
  '{channel} has no templates that its provider approves': '{channel} non ha modelli approvati dal fornitore',
  '{text} brings the values that are filled in to more than {most} characters together; a message by {channel} takes {most2}':
    '{text} porta i valori inseriti a più di {most} caratteri insieme; un messaggio su {channel} ne ammette {most2}',
  'the template has {locales}': 'il modello ha {locales}',
  'The workspace has a template "{slug}" already.': 'Lo spazio di lavoro ha già un modello "{slug}".',
  '{who} saved version {version} at {updated_at}; yours began at version {begun}. Nothing was changed.':
    '{who} ha salvato la versione {version} il {updated_at}; la tua è iniziata dalla versione {begun}. Niente è stato cambiato.',
  'is the same locale as {twin}': 'è la stessa lingua di {twin}',
  'the restored template would mark {count} and at most {most} are possible; remove marks from the template first':
    'il modello ripristinato segnerebbe {count}, e il massimo è {most}; prima togli qualche segno dal modello',
  '{n} variable': '{n} variabile',
  '{n} variables': '{n} variabili',
  'No version {version} of "{slug}" is kept.': 'La versione {version} di "{slug}" non è conservata.',
  'No automation {id} in this workspace.': 'In questo spazio di lavoro non c’è l’automazione {id}.',
  'is required: which tag?': 'è obbligatorio: quale tag?',
  'has no meaning with {type}': 'non ha senso con {type}',
  'is required: which word?': 'è obbligatorio: quale parola?',
  'needs a letter, a digit or an emoji: punctuation is passed over':
    'richiede una lettera, una cifra o un’emoji: la punteggiatura non conta',
  'no source {source} is in this workspace': 'in questo spazio di lavoro non c’è la sorgente {source}',
  'no template "{template}" is in this workspace': 'in questo spazio di lavoro non c’è il modello "{template}"',
  'No attempt at it came to an end; see the log.': 'Nessun tentativo è arrivato alla fine; vedi il log.',
  'The automation was switched off before it came to this contact.':
    'L’automazione è stata disattivata prima di arrivare a questo contatto.',
  'cannot be changed; create another template instead': 'non si può cambiare; crea un altro modello',
}
