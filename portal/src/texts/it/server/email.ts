// Outcomes, checks and settings of email, in Italian.

export const email: Record<string, string> = {
  'is no email address': 'non è un indirizzo email',
  'A message carries at most {most} bytes (10 MB) of attachments and media, decoded. Put the file behind a link, and resend the message.':
    'Un messaggio porta al massimo {most} byte (10 MB) di allegati e media, decodificati. Metti il file dietro un link e invia di nuovo il messaggio.',
  'the attachments and media together hold {total} bytes': 'gli allegati e i media hanno insieme {total} byte',
  'the attachment {filename}': 'l’allegato {filename}',
  '{what} could not be read from the database: {error}': 'la lettura dal database non è riuscita per {what}: {error}',
  'the media {filename}': 'il file multimediale {filename}',
  'the address of {what} {message}': 'per {what}, l’indirizzo {message}',
  'Put the file at a public address, and resend the message.':
    'Metti il file a un indirizzo pubblico e invia di nuovo il messaggio.',
  'the address of {what} answered {status}': 'per {what}, l’indirizzo ha risposto {status}',
  'the address of {what} answered {status}, a redirect, and redirects are not followed':
    'per {what}, l’indirizzo ha risposto {status}, un reindirizzamento, e i reindirizzamenti non vengono seguiti',
  'Use the address that the redirect leads to, and resend the message.':
    'Usa l’indirizzo a cui porta il reindirizzamento e invia di nuovo il messaggio.',
  'Correct the address, and resend the message.': 'Correggi l’indirizzo e invia di nuovo il messaggio.',
  '{what} holds more than the {room} left': '{what} supera lo spazio rimasto: {room}',
  '{n} byte that is': '{n} byte',
  '{n} bytes that are': '{n} byte',
  'Check that the address of the file answers.': 'Controlla che l’indirizzo del file risponda.',
  'the text': 'il testo',
  'the subject': 'l’oggetto',
  'Check again in a few minutes. If the problem stays, correct the url of the connection.':
    'Verifica di nuovo tra qualche minuto. Se il problema resta, correggi l’url del collegamento.',
  'the mail server is slow: {message} for as long as this message could wait':
    'il server di posta è lento: {message} per tutto il tempo in cui questo messaggio poteva aspettare',
  'Send fewer messages at a time, or use a faster mail server.':
    'Invia meno messaggi alla volta, oppure usa un server di posta più veloce.',
  'is not available just now': 'non è disponibile in questo momento',
  'answers the check with an error': 'risponde alla verifica con un errore',
  'the mail server {what} ({reply})': 'il server di posta {what} ({reply})',
  'the mail server wants fewer messages or is not available just now ({said})':
    'il server di posta chiede meno messaggi o non è disponibile in questo momento ({said})',
  "the mail server can't take the message just now ({said})":
    'il server di posta non può accettare il messaggio in questo momento ({said})',
  'the mail server wants a sign-in first ({said})': 'il server di posta richiede prima l’accesso ({said})',
  'the mail server does not accept user and password ({said})':
    'il server di posta non accetta utente e password ({said})',
  "Put the right user and password into the connection's url. Many providers require an app password or an API key.":
    'Metti utente e password giusti nell’url del collegamento. Molti fornitori richiedono una password per le app o una chiave API.',
  'the mail server refuses this client ({said})': 'il server di posta rifiuta questo client ({said})',
  "Ask the server's operator to let this host in, or use another server. {correctUrl}":
    'Chiedi al gestore del server di ammettere questo host, oppure usa un altro server. {correctUrl}',
  "the recipient's mailbox is full ({said})": 'la casella del destinatario è piena ({said})',
  'Resend the message later.': 'Invia di nuovo il messaggio più tardi.',
  'the message of {size} bytes is larger than the mail server takes ({said})':
    'il messaggio di {size} byte è più grande di quanto il server di posta accetta ({said})',
  'the mail server does not let this connection send as its from address ({said})':
    'il server di posta non permette a questo collegamento di usare il suo indirizzo mittente ({said})',
  "Use a from address of this account, or have the server's operator allow this address.":
    'Usa un indirizzo mittente di questo account, oppure fai autorizzare questo indirizzo dal gestore del server.',
  'nobody is reached at this address, says the mail server ({said})':
    'la casella non esiste, secondo il server di posta ({said})',
  'Correct the address of the recipient. Messages to this address are refused until it changes.':
    'Correggi l’indirizzo del destinatario. I messaggi a questo indirizzo sono rifiutati finché non cambia.',
  'the mail server refuses the message for good ({said})':
    'il server di posta rifiuta definitivamente il messaggio ({said})',
  'Read the response: it names a policy, a filter or a block list. Correct the cause, and resend the message.':
    'Leggi la risposta: indica una norma, un filtro o una lista di blocco. Correggi la causa e invia di nuovo il messaggio.',
  'the mail server offers no encryption, and without it the password would travel in the clear':
    'il server di posta non offre cifratura, e senza cifratura la password viaggerebbe in chiaro',
  'Use smtps://, or the port with STARTTLS (587). With ?tls=off the password travels in the clear.':
    'Usa smtps://, oppure la porta con STARTTLS (587). Con ?tls=off la password viaggia in chiaro.',
  'the mail server {host}:{port} answers': 'il server di posta {host}:{port} risponde',
  'the connection is encrypted': 'la connessione è cifrata',
  'the connection is not encrypted': 'la connessione non è cifrata',
  'signed in as {user}': 'accesso eseguito come {user}',
  'nobody signed in': 'nessun accesso',
  'this is no address that mail can be sent to': 'a questo indirizzo non si può inviare posta',
  'Correct the address of the recipient, and resend the message.':
    'Correggi l’indirizzo del destinatario e invia di nuovo il messaggio.',
  '{heavy} other messages with files were on their way for as long as this one could wait':
    'altri {heavy} messaggi con file erano in invio per tutto il tempo in cui questo poteva aspettare',
  'Send fewer messages with files at a time.': 'Invia meno messaggi con file alla volta.',
  'must be one address, such as hello@shop.example or Shop <hello@…>':
    'deve essere un solo indirizzo, per esempio hello@shop.example o Shop <hello@…>',
  'must be smtp:// or smtps:// with a host, such as smtps://user:pass@host:465':
    'deve essere smtp:// o smtps:// con un host, per esempio smtps://user:pass@host:465',
  'has a user or password that is not percent-encoded: write % as %25, @ as %40, : as %3A and / as %2F':
    'ha utente o password senza codifica percentuale: scrivi % come %25, @ come %40, : come %3A e / come %2F',
  'ends after the port: in user and password write / as %2F, # as %23, ? as %3F, @ as %40 and : as %3A':
    'finisce dopo la porta: in utente e password scrivi / come %2F, # come %23, ? come %3F, @ come %40 e : come %3A',
  'has ?tls={tls}; it may be {tls2}': 'ha ?tls={tls}; può essere {tls2}',
  'has an option {unknown}; there are tls and name': 'ha un’opzione {unknown}; ci sono tls e name',
  'has a name that is no host name': 'ha un nome che non è un nome host',
  'uses port {port}; mail servers listen on {ports} or on one from 1024 on':
    'usa la porta {port}; i server di posta ascoltano su {ports} o su una porta da 1024 in su',
  '{problem}; an operator who wants a mail server there sets ALLOW_PRIVATE_NETWORK=1':
    '{problem}; per un server di posta a questo indirizzo l’operatore imposta ALLOW_PRIVATE_NETWORK=1',
  'is a key of type {asymmetricKeyType}; DKIM here signs with RSA':
    'è una chiave di tipo {asymmetricKeyType}; qui DKIM firma con RSA',
  'has {bits} bits; receivers want at least 1024': 'ha {bits} bit; i destinatari ne richiedono almeno 1024',
  'is no private key in PEM (-----BEGIN PRIVATE KEY-----)':
    'non è una chiave privata in PEM (-----BEGIN PRIVATE KEY-----)',
  'the mail server': 'il server di posta',
  "Correct the url of the connection, and use the connection's check.":
    'Correggi l’url del collegamento, poi verificalo.',
  'Put large files behind links, and resend the message.':
    'Metti i file grandi dietro un link e invia di nuovo il messaggio.',
  "the mail server's address {message}": 'l’indirizzo del server di posta {message}',
  'Use a public address, or have the operator set ALLOW_PRIVATE_NETWORK=1.':
    'Usa un indirizzo pubblico, oppure chiedi all’operatore di impostare ALLOW_PRIVATE_NETWORK=1.',
  "the mail server's certificate is not valid for its name: {message}":
    'il certificato del server di posta non vale per il suo nome: {message}',
  "Use the name of the certificate, have it renewed, or put ?tls=unverified into the connection's url.":
    'Usa il nome del certificato, fallo rinnovare, oppure metti ?tls=unverified nell’url del collegamento.',
  'signing in is not possible: {message}': 'l’accesso non è possibile: {message}',
  "the mail server can't be given this address: {message}":
    'il server di posta non può ricevere questo indirizzo: {message}',
  'the mail server had the whole message and {value}': 'il server di posta ha ricevuto l’intero messaggio e {value}',
  'broke off without an answer': 'ha interrotto la connessione senza rispondere',
  'wrong version number': 'numero di versione sbagliato',
  'it does not speak TLS there; smtps:// is for a port that begins with TLS (465), smtp:// for the others (587, 25)':
    'a quella porta non parla TLS; smtps:// serve per una porta che inizia con TLS (465), smtp:// per le altre (587, 25)',
  'the encryption failed ({tls})': 'la cifratura non è riuscita ({tls})',
  'it gave no answer in time; a port that begins with TLS (465) wants smtps://':
    'non ha risposto in tempo; una porta che inizia con TLS (465) richiede smtps://',
  'the mail server could not be reached': 'il server di posta non è raggiungibile',
  'the mail server took the connection and did not greet':
    'il server di posta ha accettato la connessione ma non ha inviato il saluto',
  'the mail server did not finish the greeting or the encryption':
    'il server di posta non ha completato il saluto o la cifratura',
  'the mail server did not finish the sign-in': 'il server di posta non ha completato l’accesso',
  'the mail server did not answer the sender and recipient':
    'il server di posta non ha risposto a mittente e destinatario',
  'the mail server broke off while it was given the message':
    'il server di posta ha interrotto la connessione mentre riceveva il messaggio',
  'the mail server did not answer the message': 'il server di posta non ha risposto al messaggio',
  'it gave no answer in time': 'non ha risposto in tempo',
  'it refuses the connection': 'rifiuta la connessione',
  'it broke the connection off': 'ha interrotto la connessione',
  'it closed the connection': 'ha chiuso la connessione',
  'no name server knows its name': 'nessun DNS conosce il suo nome',
  'its name could not be looked up just now': 'il DNS non ha risolto il suo nome in questo momento',
  'there is no way to it': 'nessun percorso di rete lo raggiunge',
  "Any mail server that takes messages: your provider's SMTP host, user and password, and the address that messages come from.":
    'Qualsiasi server di posta che accetta messaggi: host SMTP, utente e password del tuo fornitore, e l’indirizzo da cui partono i messaggi.',
  'smtp://user:password@host:587 (STARTTLS where offered) or smtps://user:password@host:465 (TLS from the start); special characters percent-encoded. ?tls=required, ?tls=off, ?tls=unverified and ?name=… say more.':
    'smtp://user:password@host:587 (STARTTLS se offerto) o smtps://user:password@host:465 (TLS dall’inizio); caratteri speciali in codifica percentuale. Altre opzioni: ?tls=required, ?tls=off, ?tls=unverified e ?name=…',
  From: 'Mittente',
  'The sender: an address, or a name and an address.': 'Il mittente: un indirizzo, oppure un nome e un indirizzo.',
  'Reply to': 'Rispondi a',
  'Where answers go, if not to the sender: an address, or a name and an address.':
    'Dove vanno le risposte, se non al mittente: un indirizzo, oppure un nome e un indirizzo.',
  'Shop support <help@shop.example>': 'Assistenza Negozio <aiuto@negozio.example>',
  'Signs every message, List-Unsubscribe and List-Unsubscribe-Post included.':
    'Firma ogni messaggio, compresi List-Unsubscribe e List-Unsubscribe-Post.',
  Domain: 'Dominio',
  'd= of the signature.': 'd= della firma.',
  Selector: 'Selettore',
  's= of the signature.': 's= della firma.',
  'Private key': 'Chiave privata',
  'RSA private key in PEM, 1024 bits or more.': 'Chiave privata RSA in PEM, di almeno 1024 bit.',
}
