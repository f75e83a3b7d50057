// Outcomes and remedies of mail servers, in Italian.

export const mailserver: Record<string, string> = {
  'Check again in a few minutes. If the problem stays, correct the mail server in the settings of the connection.':
    'Verifica di nuovo tra qualche minuto. Se il problema resta, correggi il server di posta nelle impostazioni del collegamento.',
  'the mail server is slow: {message} until the time limit of this message':
    'il server di posta è lento: {message} fino al limite di tempo di questo messaggio',
  'Send fewer messages at a time, or use a faster mail server.':
    'Invia meno messaggi alla volta, oppure usa un server di posta più veloce.',
  'is not available at the moment': 'al momento non è disponibile',
  'answered the check with an error': 'ha risposto alla verifica con un errore',
  'the mail server {state} ({reply})': 'il server di posta {state} ({reply})',
  'the mail server throttles messages or is not available at the moment ({codes})':
    'il server di posta limita i messaggi o al momento non è disponibile ({codes})',
  'the mail server cannot accept the message at the moment ({codes})':
    'al momento il server di posta non può accettare il messaggio ({codes})',
  'the mail server requires a sign-in ({codes})': 'il server di posta richiede l’accesso ({codes})',
  'the mail server does not accept the user and password ({codes})':
    'il server di posta non accetta utente e password ({codes})',
  'Put the correct user and password into the settings of the connection. Many providers require an app password or an API key.':
    'Inserisci utente e password corretti nelle impostazioni del collegamento. Molti provider richiedono una password per le app o una chiave API.',
  'the mail server refuses this client ({codes})': 'il server di posta rifiuta questo client ({codes})',
  "Ask the server's operator to accept connections from this host, or use another server. {correctServer}":
    'Chiedi al gestore del server di accettare connessioni da questo host, oppure usa un altro server. {correctServer}',
  "the recipient's mailbox is full ({codes})": 'la casella del destinatario è piena ({codes})',
  'Resend the message later.': 'Invia di nuovo il messaggio più tardi.',
  'the message of {size} bytes is larger than the mail server accepts ({codes})':
    'il messaggio di {size} byte supera il limite del server di posta ({codes})',
  'the mail server does not allow the from address of this connection ({codes})':
    'il server di posta non consente l’indirizzo mittente di questo collegamento ({codes})',
  "Use a from address of this account, or ask the server's operator to allow this address.":
    'Usa un indirizzo mittente di questo account, oppure chiedi al gestore del server di autorizzare questo indirizzo.',
  'the mailbox does not exist ({codes})': 'la casella non esiste ({codes})',
  'Correct the address of the recipient. Messages to this address are refused until a member lifts its suppression.':
    'Correggi l’indirizzo del destinatario. I messaggi a questo indirizzo sono rifiutati finché un membro non ne revoca la soppressione.',
  'the mail server refused the message permanently ({codes})':
    'il server di posta ha rifiutato definitivamente il messaggio ({codes})',
  'Read the response: it names a policy, a filter or a block list. Fix the cause, and resend the message.':
    'Leggi la risposta: indica una norma, un filtro o una lista di blocco. Risolvi la causa e invia di nuovo il messaggio.',
  'the mail server offers no encryption, so the password would be sent unencrypted':
    'il server di posta non offre cifratura: la password verrebbe inviata in chiaro',
  'Use TLS, or the port with STARTTLS (587). With security none, the password is sent unencrypted.':
    'Usa TLS, oppure la porta con STARTTLS (587). Senza cifratura (security none) la password viene inviata in chiaro.',
  'the mail server {host}:{port} answers': 'il server di posta {host}:{port} risponde',
  'the connection is encrypted': 'la connessione è cifrata',
  'the connection is not encrypted': 'la connessione non è cifrata',
  'signed in as {user}': 'accesso effettuato come {user}',
  'not signed in': 'accesso non effettuato',
  'Correct the address of the recipient, and resend the message.':
    'Correggi l’indirizzo del destinatario e invia di nuovo il messaggio.',
  'the mail server': 'il server di posta',
  'Correct the mail server in the settings of the connection, then check the connection.':
    'Correggi il server di posta nelle impostazioni del collegamento, poi verifica il collegamento.',
  'Replace large files with links, and resend the message.':
    'Per i file grandi usa un link e invia di nuovo il messaggio.',
  "the mail server's address {message}": 'l’indirizzo del server di posta {message}',
  'Use a public address, or ask the operator to set ALLOW_PRIVATE_NETWORK=1.':
    'Usa un indirizzo pubblico, oppure chiedi all’operatore di impostare ALLOW_PRIVATE_NETWORK=1.',
  "the mail server's certificate is not trusted or not valid for its name: {message}":
    'il certificato del server di posta non è attendibile o non è valido per il suo nome: {message}',
  'Use the host name in the certificate, have the certificate renewed, or set certificate to unverified in the settings of the connection.':
    'Usa il nome host del certificato, fai rinnovare il certificato, oppure imposta il certificato come non verificato nelle impostazioni del collegamento.',
  'the sign-in is not possible: {message}': 'l’accesso non è possibile: {message}',
  'the address cannot be sent to the mail server: {message}':
    'impossibile trasmettere l’indirizzo al server di posta: {message}',
  'the mail server received the whole message and {value}':
    'il server di posta ha ricevuto l’intero messaggio e {value}',
  'did not answer in time': 'non ha risposto in tempo',
  'closed the connection without an answer': 'ha chiuso la connessione senza rispondere',
  'wrong version number': 'numero di versione sbagliato',
  'the port does not start with TLS; use TLS (smtps://) on port 465, and STARTTLS (smtp://) on other ports (587, 25)':
    'la porta non inizia con TLS; usa TLS (smtps://) sulla porta 465, e STARTTLS (smtp://) sulle altre porte (587, 25)',
  'the TLS handshake failed ({tls})': 'l’handshake TLS non è riuscito ({tls})',
  'it did not answer in time; a port that starts with TLS (465) requires TLS (smtps://)':
    'non ha risposto in tempo; una porta che inizia con TLS (465) richiede TLS (smtps://)',
  'the mail server could not be reached': 'il server di posta non è raggiungibile',
  'the mail server accepted the connection and sent no greeting':
    'il server di posta ha accettato la connessione, ma non ha inviato il saluto',
  'the mail server did not finish the greeting or the encryption':
    'il server di posta non ha completato il saluto o la cifratura',
  'the mail server did not finish the sign-in': 'il server di posta non ha completato l’accesso',
  'the mail server did not reply to the commands with the sender and the recipient':
    'il server di posta non ha risposto ai comandi con il mittente e il destinatario',
  'the mail server closed the connection while it received the message':
    'il server di posta ha chiuso la connessione mentre riceveva il messaggio',
  'the mail server did not reply to the message': 'il server di posta non ha risposto al messaggio',
  'it did not answer in time': 'non ha risposto in tempo',
  'it refused the connection': 'ha rifiutato la connessione',
  'it closed the connection': 'ha chiuso la connessione',
  'its host name does not exist': 'il suo nome host non esiste',
  'its host name could not be resolved at the moment': 'al momento il DNS non ha risolto il suo nome host',
  'there is no network route to it': 'nessun percorso di rete lo raggiunge',
  'TLS from the start': 'TLS dall’inizio',
  'No encryption': 'Nessuna cifratura',
  'Always verified': 'Sempre verificato',
  'Not verified': 'Non verificato',
  'must be a host name such as smtp.example.com, without smtp:// and without a port':
    'deve essere un nome host come smtp.example.com, senza smtp:// e senza porta',
  'is required with password': 'è obbligatorio con la password',
  'is required with user': 'è obbligatoria con l’utente',
  'is too long together with the user': 'è troppo lunga insieme all’utente',
  'has no effect without encryption: choose tls or starttls, or clear this setting':
    'non ha effetto senza cifratura: scegli tls o starttls, oppure svuota questa impostazione',
  'the bounce mailbox has {count}': 'la casella dei bounce contiene {count}',
  '{n} mail': '{n} email',
  '{n} mails': '{n} email',
}
