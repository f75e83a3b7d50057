// Refusals of values, addresses and requests, in Italian.

export const values: Record<string, string> = {
  'must be an email address such as ada@example.com': 'deve essere un indirizzo email, per esempio ada@example.com',
  'must be a URL such as https://example.com/path': 'deve essere un URL, per esempio https://example.com/path',
  'must be one of {join}': 'deve essere uno tra {join}',
  'must match {pattern}': 'deve corrispondere a {pattern}',
  'must have a format such as {example}': 'deve avere un formato come {example}',
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
  '{subject}; try again in {retryAfter}.': '{subject}; riprova tra {retryAfter}.',
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
  'does not support HTTP/2': 'non supporta HTTP/2',
  'refused the connection': 'ha rifiutato la connessione',
  'closed the connection': 'ha chiuso la connessione',
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
  'did not respond in time': 'non ha risposto in tempo',
  'the connection failed': 'la connessione non è riuscita',
  'must be a date-time in RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; without an offset it is UTC':
    'deve essere una data con ora in RFC 3339 o ISO 8601, per esempio 2030-01-31T09:00:00Z o 20300131T090000Z; senza fuso orario vale UTC',
  'Too many large requests are being read at the moment. Send the request again in a few seconds.':
    'Il servizio sta leggendo troppe richieste grandi. Riprova tra qualche secondo.',
  'The service could not finish reading the request. Send it again.':
    'Il servizio non ha potuto leggere tutta la richiesta. Inviala di nuovo.',
  'The database is unreachable or its disk is full. Try again in a few seconds.':
    'Il database non è raggiungibile o il suo disco è pieno. Riprova tra qualche secondo.',
  'Send the body as JSON, with Content-Type: application/json.':
    'Invia il corpo come JSON, con Content-Type: application/json.',
  'An unexpected error occurred. The server log contains the error with the id of this request.':
    'Si è verificato un errore imprevisto. Lo trovi nel log con l’ID di questa richiesta.',
  '{method} is not allowed here. Allowed: {allowed}.': '{method} non è consentito qui. Consentiti: {allowed}.',
  'There is no route {method} {url}. /docs describes the API.':
    'La route {method} {url} non esiste. /docs descrive l’API.',
  'The URL has a % that does not encode a UTF-8 character. Write it as %25.':
    'L’URL contiene un % che non codifica un carattere UTF-8. Scrivilo come %25.',
  'The request did not arrive in time. Send it again.': 'La richiesta non è arrivata in tempo. Inviala di nuovo.',
  'The URL and the headers together exceed 16 KB.': 'L’URL e gli header insieme superano i 16 KB.',
  'This is not a valid HTTP request.': 'Questa non è una richiesta HTTP valida.',
  'More than {mostWrong} wrong keys, tokens or sessions came from this network within a minute. Check the credential; a valid one is accepted at any time.':
    'Da questa rete sono arrivate più di {mostWrong} chiavi, token o sessioni errate in un minuto. Controlla le credenziali: quelle valide vengono sempre accettate.',
  '{value} MB': '{value} MB',
  '{floor} KB': '{floor} KB',
  'The body is too large. It may have at most {limit}.{limit2}':
    'Il corpo è troppo grande. Può avere al massimo {limit}.{limit2}',
  'Decoded attachments may have at most {attached} of it. Send the URL of a large file instead of its content.':
    'Di questi, gli allegati decodificati possono occupare al massimo {attached}. Invia l’URL di un file grande al posto del contenuto.',
  'The decoded attachments of a request exceed the limit of {request}. Send the URLs of large files instead of their content, or send several requests.':
    'Gli allegati decodificati di una richiesta superano il limite di {request}. Invia gli URL dei file grandi al posto del contenuto, oppure dividi in più richieste.',
  'Content-Encoding: {encoding} is not supported. Send the body without it.':
    'Content-Encoding: {encoding} non è supportato. Invia il corpo senza.',
  'The body arrived too slowly. Send the request again.':
    'Il corpo è arrivato troppo lentamente. Invia di nuovo la richiesta.',
  'is not a cursor of this list': 'non è un cursore di questo elenco',
}
