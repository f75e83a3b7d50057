// Refusals of test messages and repeated messages, in Italian.

export const admission: Record<string, string> = {
  'No template "{slug}" in this workspace.': 'In questo spazio di lavoro non c’è il modello "{slug}".',
  'needs exactly one of content and url': 'richiede esattamente uno tra content e url',
  'hold {total} bytes; a message carries at most {attachmentsPerMessage} (10 MB), decoded':
    'hanno {total} byte; un messaggio ne porta al massimo {attachmentsPerMessage} (10 MB), decodificati',
  'they have no address': 'non ha un indirizzo',
  'no channel reaches this recipient: {missing}': 'nessun canale raggiunge questo destinatario: {missing}',
  'the source has no {name} connection; connect one, or use a test key':
    'la sorgente non ha un collegamento {name}; collega il canale, oppure usa una chiave di test',
  ': {addressField} is missing': ': manca {addressField}',
  'the recipient has no address on {name}{missing}': 'il destinatario non ha un indirizzo su {name}{missing}',
  "{address} can't be reached on {name} since {at}: {reason}":
    '{address} non è raggiungibile su {name} dal {at}: {reason}',
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
  'template {slug} has no content for {entry}; it has {locales}':
    'il modello {slug} non ha contenuto per {entry}; ha {locales}',
  'is used by the template and has no value': 'è usata dal modello ma non ha un valore',
  'only email carries attachments; this message goes by {channel}':
    'solo l’email porta allegati; questo messaggio va su {channel}',
  'the recipient last wrote {last}': 'il destinatario ha scritto l’ultima volta il {last}',
  'the recipient has not written': 'il destinatario non ha scritto',
  'template {slug} names no approved {title} template, and':
    'il modello {slug} non indica un modello {title} approvato, e',
  '{without}no conversation of the last {hours} hours is open on {channel}: {since}':
    '{without}nessuna conversazione delle ultime {hours} ore è aperta su {channel}: {since}',
  'only essential templates are sent to it': 'riceve solo modelli essenziali',
  'of marketing templates only essential ones are sent to it': 'dei modelli di marketing riceve solo quelli essenziali',
  '{address} opted out on {at}; {value}': '{address} si è disiscritto il {at}; {value}',
  'needs an id or an address: {requestedFields}': 'richiede un ID o un indirizzo: {requestedFields}',
  'must be at most {payloadBytes} bytes of JSON': 'deve avere al massimo {payloadBytes} byte di JSON',
  'hold {length} characters together; a message takes at most {variables}':
    'hanno insieme {length} caratteri; un messaggio ne ammette al massimo {variables}',
  'No {mode} recipient {id} in this workspace.': 'In questo spazio di lavoro non c’è il destinatario {mode} {id}.',
  'Delivery {id} is still on its way; cancel it first, or wait.':
    'L’invio {id} è ancora in corso: prima annullalo, oppure aspetta.',
  'Delivery {id} carried attachments, which are not kept once it ended; send it anew from your application.':
    'L’invio {id} aveva allegati, che non vengono conservati dopo la fine; invialo di nuovo dalla tua applicazione.',
  'is required for a live message': 'è obbligatorio per un messaggio live',
  'is no source of this workspace: {requestedId}': 'non è una sorgente di questo spazio di lavoro: {requestedId}',
  'the workspace has no source yet; create one first':
    'lo spazio di lavoro non ha ancora una sorgente; prima creane una',
}
