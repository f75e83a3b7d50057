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
  'is not a layout of this workspace: {layout}': 'non è un layout di questo spazio di lavoro: {layout}',
  'The upgrade of this installation is not finished: processes of 0.1.0 cannot send templates with Liquid, HTML, MJML or a layout. Stop them, then run "carillon migrate --finish". Until then the content can be saved as a draft.':
    'L’aggiornamento di questa installazione non è concluso: i processi della 0.1.0 non possono inviare modelli con Liquid, HTML, MJML o un layout. Fermali, poi esegui “carillon migrate --finish”. Fino ad allora il contenuto si può salvare come bozza.',
  'The upgrade of this installation is not finished: processes of 0.1.0 ignore the sending defaults of templates. Stop them, then run "carillon migrate --finish". Until then the content can be saved as a draft.':
    'L’aggiornamento di questa installazione non è concluso: i processi della 0.1.0 ignorano i valori di invio predefiniti dei modelli. Fermali, poi esegui “carillon migrate --finish”. Fino ad allora il contenuto si può salvare come bozza.',
  'has {found}; keep one of {formats}': 'ha {found}; tieni uno solo tra {formats}',
  'The template "{slug}" was never published. Delete the template instead of its draft.':
    'Il modello “{slug}” non è mai stato pubblicato. Elimina il modello invece della sua bozza.',
  'The template "{slug}" is not published yet.': 'Il modello “{slug}” non è ancora pubblicato.',
  'The template "{slug}" has no draft.': 'Il modello “{slug}” non ha una bozza.',
  'The draft was published or discarded. Nothing was saved.':
    'La bozza è stata pubblicata o eliminata. Nessuna modifica è stata salvata.',
  '{value} saved the draft at {updated_at}. Nothing was saved.':
    '{value} ha salvato la bozza il {updated_at}. Nessuna modifica è stata salvata.',
  'a template is one text; use a layout for shared parts':
    'un modello è un unico testo; usa un layout per le parti comuni',
  'emails load no external fonts; name fonts of the system in font-family':
    'le email non caricano caratteri esterni; indica in font-family caratteri di sistema',
  '{value} more errors are not shown': 'altri {value} errori non sono mostrati',
  'compiles to {length} characters of HTML; the limit is {compiled}':
    'produce {length} caratteri di HTML; il limite è {compiled}',
  'has more than {depth} nested elements': 'ha più di {depth} elementi annidati',
  '<{name}> is not allowed: {reason}': '<{name}> non è consentito: {reason}',
  'contains no MJML element': 'non contiene elementi MJML',
  'must contain only sections, because the layout has <mjml> and <mj-body>':
    'deve contenere solo sezioni, perché <mjml> e <mj-body> sono nel layout',
  'must begin with <mjml>': 'deve iniziare con <mjml>',
  'emails may not contain scripts': 'le email non possono contenere script',
  'emails may not contain frames': 'le email non possono contenere frame',
  'emails may not contain embedded objects': 'le email non possono contenere oggetti incorporati',
  'email clients block forms; use a link or an action':
    'i programmi di posta bloccano i moduli; usa un link o un’azione',
  'it would change all links of the email': 'cambierebbe tutti i link dell’email',
  'emails load no external files; put the styles in <style>':
    'le email non caricano file esterni; metti gli stili in <style>',
  '<meta http-equiv="refresh"> is not allowed: an email may not redirect':
    '<meta http-equiv="refresh"> non è consentito: un’email non può reindirizzare',
  'the attribute {attribute} is not allowed: emails may not contain scripts':
    'l’attributo {attribute} non è consentito: le email non possono contenere script',
  'the address in {attribute} is not allowed: it runs a script':
    'l’indirizzo in {attribute} non è consentito: esegue uno script',
  '@import is not allowed: emails load no external files':
    '@import non è consentito: le email non caricano file esterni',
  '{{content}} must be where MJML keeps text, such as between two sections':
    '{{content}} deve stare dove MJML conserva il testo, per esempio tra due sezioni',
  'occurs twice in another spelling': 'compare due volte in un’altra grafia',
  'must contain {{content}} where the email is inserted':
    'deve contenere {{content}} nel punto in cui va inserita l’email',
  'contains {{content}} again; it is allowed once': 'contiene di nuovo {{content}}; è consentito una volta sola',
  '{name} is not a placeholder of layouts, which are {join}': '{name} non è un segnaposto dei layout, che sono {join}',
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n\nSed do eiusmod tempor incididunt ut labore.':
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n\nSed do eiusmod tempor incididunt ut labore.',
  'the layout has {locales}': 'il layout ha {locales}',
  'A workspace has at most {layouts}. Delete one first.':
    'Uno spazio di lavoro ha al massimo {layouts}. Prima eliminane uno.',
  '{n} layout': '{n} layout',
  '{n} layouts': '{n} layout',
  'The workspace already has a layout "{slug}".': 'Lo spazio di lavoro ha già un layout “{slug}”.',
  '{count} use the layout "{slug}": {users}{value}. Choose another layout for them first.':
    '{count} usano il layout “{slug}”: {users}{value}. Prima scegli per loro un altro layout.',
  '{n} template': '{n} modello',
  '{n} templates': '{n} modelli',
  'No layout "{slug}" in this workspace.': 'In questo spazio di lavoro non c’è il layout “{slug}”.',
  '{variable} has no value': '{variable} non ha un valore',
  'rendering takes longer than {time} milliseconds': 'la composizione richiede più di {time} millisecondi',
  'rendering needs too much memory; use fewer or shorter values':
    'la composizione richiede troppa memoria; usa meno valori o valori più brevi',
  'Too many messages are rendered. Try again.': 'Troppi messaggi in composizione. Riprova.',
  'in line {line}: {message}': 'alla riga {line}: {message}',
  'line {line}, column {column}: {message}': 'riga {line}, colonna {column}: {message}',
  'Too many templates are checked at the same time. Try again.':
    'Troppi modelli in verifica allo stesso momento. Riprova.',
  'cannot be checked within {value} seconds and {heap} MB; make it shorter or simpler':
    'non si può verificare entro {value} secondi e {heap} MB; rendilo più breve o più semplice',
  'the template {template}': 'il modello {template}',
  '{named}cannot be rendered within {message} milliseconds and {heap} MB; use shorter values, or fewer loops and filters':
    '{named}non si può comporre entro {message} millisecondi e {heap} MB; usa valori più brevi, o meno cicli e filtri',
  'must be only the content, because the layout has <html>, <head> and <body>':
    'deve essere solo il contenuto, perché <html>, <head> e <body> sono nel layout',
  'the workspace has no category "{category}"': 'lo spazio di lavoro non ha la categoria “{category}”',
}
