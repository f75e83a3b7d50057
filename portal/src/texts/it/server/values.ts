// Refusals of values, addresses and requests, in Italian.

export const values: Record<string, string> = {
  'must be an email address such as ada@example.com': 'deve essere un indirizzo email, per esempio ada@example.com',
  'must be a URL such as https://example.com/path': 'deve essere un URL, per esempio https://example.com/path',
  'must be one of {join}': 'deve essere uno tra {join}',
  'must match {pattern}': 'deve corrispondere a {pattern}',
  'must look like {example}': 'deve avere la forma di {example}',
  'must be {typeWords}': 'deve essere {typeWords}',
  'must be at least {limit}': 'deve essere almeno {limit}',
  'must be at most {limit}': 'deve essere al massimo {limit}',
  'must not be empty': 'non può essere vuoto',
  'must have at least {limit}': 'deve avere almeno {limit}',
  'must have at most {limit}': 'deve avere al massimo {limit}',
  'a whole number': 'un numero intero',
  'a number': 'un numero',
  'true or false': 'true o false',
  'one character': 'un carattere',
  '{n} characters': '{n} caratteri',
  'one item': 'un elemento',
  '{n} items': '{n} elementi',
  '(and {value} more)': '(e altri {value})',
  'is invalid': 'non è valido',
  '{what}; try again in {retryAfter}.': '{what}; riprova tra {retryAfter}.',
  'a minute': 'un minuto',
  '{minutes} minutes': '{minutes} minuti',
  '{ceil} hours': '{ceil} ore',
  'is not valid base64': 'non è base64 valido',
  'is a data URL; send only the base64 after its comma': 'è un data URL; invia solo il base64 dopo la virgola',
  'The body is not UTF-8, which JSON requires.': 'Il corpo non è in UTF-8, come richiede JSON.',
  'The body is not valid JSON: {error}.': 'Il corpo non è JSON valido: {error}.',
  'The body is not accepted: it has the key "__proto__", or the key "constructor" with "prototype" in it.':
    'Il corpo non è accettato: contiene la chiave "__proto__", oppure "constructor" con "prototype".',
  'is a number that is too large': 'è un numero troppo grande',
  'is an integer that would lose digits; send it as a string': 'è un intero che perderebbe cifre; invialo come testo',
  'is nested more than {depth} levels deep': 'è annidato per più di {depth} livelli',
  'has too many values; at most {most} in total are allowed':
    'contiene troppi valori; un corpo ne ammette al massimo {most} in tutto',
  'has a key that {problem}': 'ha una chiave che {problem}',
  'contains a NUL character': 'contiene un carattere NUL',
  'contains an unpaired surrogate': 'contiene un surrogato isolato',
  'a cloud metadata service': 'un servizio di metadati del cloud',
  'is not a URL; write the full URL, such as https://example.com/path':
    'non è un URL; scrivi l’URL completo, per esempio https://example.com/path',
  'must start with https:// or http://': 'deve iniziare con https:// o http://',
  'must start with https://': 'deve iniziare con https://',
  'must not contain a user name or password': 'non può contenere nome utente o password',
  'contains characters that are not allowed in a host name': 'contiene caratteri non ammessi in un nome host',
  'points to {host}, {metadata}': 'punta a {host}, {metadata}',
  'points to {host}, a name of a private network': 'punta a {host}, un nome di una rete privata',
  'uses port {port}; use port 443, 80, or 1024 and above':
    'usa la porta {port}; scegli 443, 80 o una porta da 1024 in su',
  'points to {text}, which is not an IP address': 'punta a {text}, che non è un indirizzo IP',
  'points to {text}, an address that is not on the public internet ({range})':
    'punta a {text}, un indirizzo che non è su internet ({range})',
  'is not a URL': 'non è un URL',
  'was aborted before a response arrived': 'è stato interrotto prima della risposta',
  'did not respond within {timeoutMs} ms': 'non ha risposto entro {timeoutMs} ms',
  'failed: {value}': 'non è riuscito: {value}',
  'refused the connection': 'ha rifiutato la connessione',
  'has a host name that does not exist': 'ha un nome host che non esiste',
  'has a host name that could not be resolved at the moment':
    'ha un nome host che il DNS non ha risolto in questo momento',
  'could not be reached in time': 'non è raggiungibile in tempo',
  'cannot be reached': 'non è raggiungibile',
  'has an expired certificate': 'ha un certificato scaduto',
  'has an untrusted certificate': 'ha un certificato non attendibile',
  'has a certificate for another host name': 'ha un certificato per un altro nome host',
  '{sessions} busy': 'nessuna sessione con il server di posta era libera ({sessions})',
  '{n} session with the mail server was': '{n} sessione',
  '{n} sessions with the mail server were all': '{n} sessioni',
  'closed the connection': 'ha chiuso la connessione',
  'did not respond in time': 'non ha risposto in tempo',
  'the connection failed': 'la connessione non è riuscita',
  'must be a date-time in RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; without an offset it is UTC':
    'deve essere una data con ora in RFC 3339 o ISO 8601, per esempio 2030-01-31T09:00:00Z o 20300131T090000Z; senza fuso orario vale UTC',
  'Too many large requests are being read at the moment. Send the request again in a few seconds.':
    'In questo momento il servizio sta leggendo troppe richieste grandi. Invia di nuovo la richiesta tra qualche secondo.',
  'The request could not be read to its end. Send it again.':
    'La richiesta non è stata letta fino alla fine. Inviala di nuovo.',
  'The database is not reachable at the moment, or has no room; try again in a few seconds.':
    'Il database non è raggiungibile in questo momento, oppure non ha più spazio; riprova tra qualche secondo.',
  'Send the body as JSON, with Content-Type: application/json.':
    'Invia il corpo come JSON, con Content-Type: application/json.',
  "Something went wrong on our side; it was logged with this request's id.":
    'Qualcosa è andato storto nel servizio; l’errore è nel log con l’id di questa richiesta.',
  '{method} is not possible here; allowed: {allowed}.': '{method} qui non è possibile; metodi ammessi: {allowed}.',
  'There is nothing at {method} {url}. The API is described at /docs.':
    'Non c’è niente a {method} {url}. L’API è descritta in /docs.',
  'The address holds a % that begins no character in UTF-8; write it as %25.':
    'L’indirizzo contiene un % che non inizia nessun carattere UTF-8; scrivilo come %25.',
  'The request did not come whole in time; send it again.':
    'La richiesta non è arrivata per intero in tempo; inviala di nuovo.',
  'Address and headers together are longer than 16 KB.': 'Indirizzo e intestazioni superano insieme i 16 KB.',
  'This is no HTTP request that can be read.': 'Questa non è una richiesta HTTP leggibile.',
  'More than {mostWrong} wrong keys, tokens or sessions came from this network within a minute. Check the credential; a valid one is accepted at any time.':
    'Da questa rete sono arrivate più di {mostWrong} chiavi, token o sessioni sbagliate in un minuto. Controlla la credenziale; una valida è accettata in ogni momento.',
  '{value} MB': '{value} MB',
  '{floor} KB': '{floor} KB',
  'A body here has at most {limit}.{limit2}': 'Qui un corpo ha al massimo {limit}.{limit2}',
  'Attachments hold at most {attached} of it, decoded: give the address of large files instead of their content.':
    'Gli allegati ne occupano al massimo {attached}, decodificati: dei file grandi indica l’indirizzo invece del contenuto.',
  'The attachments of a request hold at most {request}, decoded. Give the address of large files instead of their content, or send several requests.':
    'Gli allegati di una richiesta hanno al massimo {request}, decodificati. Dei file grandi indica l’indirizzo invece del contenuto, oppure invia più richieste.',
  'Send the body as it is, without Content-Encoding: {encoding}.':
    'Invia il corpo così com’è, senza Content-Encoding: {encoding}.',
  'The body came too slowly. Send the request again.':
    'Il corpo è arrivato troppo lentamente. Invia di nuovo la richiesta.',
  'is not a cursor of this list': 'non è un cursore di questo elenco',
}
