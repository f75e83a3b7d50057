// Outcomes, checks and settings of push, in Italian.

export const push: Record<string, string> = {
  'a registered device': 'un dispositivo registrato',
  'a device is registered with one key, so a connection with another key does not reach it':
    'un dispositivo è registrato con una sola chiave: un collegamento con un’altra chiave non lo raggiunge',
  'or fcm is required: set vapid for browsers, fcm for apps, or both':
    'o fcm è obbligatorio: imposta vapid per i browser, fcm per le app, o entrambi',
  'vapid (for browsers)': 'vapid (per i browser)',
  'fcm (for apps)': 'fcm (per le app)',
  'it has no {missingSettings}': 'non ha {missingSettings}',
  'the browsers subscribed with another VAPID key': 'i browser si sono iscritti con un’altra chiave VAPID',
  "the push connection reaches none of the recipient's devices: {why}":
    'il collegamento push non raggiunge nessun dispositivo del destinatario: {why}',
  'Resend the message after the recipient has opened the app again, which registers a new token.':
    'Invia di nuovo il messaggio dopo che il destinatario ha riaperto l’app, che registra un nuovo token.',
  'the app was removed from the device': 'l’app è stata rimossa dal dispositivo',
  "the device's token belongs to another Firebase project":
    'il token del dispositivo appartiene a un altro progetto Firebase',
  'Use the service account of the project that the app is built with, and resend the message.':
    'Usa l’account di servizio del progetto con cui l’app è compilata e invia di nuovo il messaggio.',
  'Firebase has no valid APNs key or VAPID key for this kind of device':
    'Firebase non ha una chiave APNs o VAPID valida per questo tipo di dispositivo',
  'Upload the APNs key (or the web push certificate) in the Firebase console, Project settings, Cloud Messaging.':
    'Carica la chiave APNs (o il certificato web push) nella console Firebase, Impostazioni progetto, Cloud Messaging.',
  'Firebase does not accept the service account': 'Firebase non accetta l’account di servizio',
  'Put the JSON file of a current key of the service account into the connection.':
    'Inserisci nel collegamento il file JSON di una chiave valida dell’account di servizio.',
  'the service account may not send messages for this Firebase project':
    'l’account di servizio non può inviare messaggi per questo progetto Firebase',
  'Turn on the Firebase Cloud Messaging API (V1), and give the account the role Firebase Cloud Messaging API Admin.':
    'Attiva la Firebase Cloud Messaging API (V1), e dai all’account il ruolo Firebase Cloud Messaging API Admin.',
  'Firebase does not know the device or the project': 'Firebase non riconosce il dispositivo o il progetto',
  "Check the connection. If it works, remove the device's token from the recipient.":
    'Verifica il collegamento. Se funziona, rimuovi il token del dispositivo dal destinatario.',
  "the device's token is not valid": 'il token del dispositivo non è valido',
  'Firebase refused a part of the message': 'Firebase ha rifiutato una parte del messaggio',
  'the token server of Firebase': 'il server dei token di Firebase',
  'Google does not accept the service account: {value}': 'Google non accetta l’account di servizio: {value}',
  "Create a new private key for the service account, put its JSON file into the connection, and check this machine's clock.":
    'Crea una nuova chiave privata per l’account di servizio, inserisci il suo file JSON nel collegamento e controlla l’orologio di questa macchina.',
  'the token server of Firebase returned no token': 'il server dei token di Firebase non ha restituito nessun token',
  'Check token_uri of the service account.': 'Controlla token_uri dell’account di servizio.',
  'is a key of type {asymmetricKeyType}; a service account has an RSA key':
    'è una chiave di tipo {asymmetricKeyType}; un account di servizio ha una chiave RSA',
  'is not a private key in PEM (-----BEGIN PRIVATE KEY-----); paste the JSON file unchanged':
    'non è una chiave privata in PEM (-----BEGIN PRIVATE KEY-----); incolla il file JSON senza modificarlo',
  '({length} of {attempted} devices)': '({length} di {attempted} dispositivi)',
  'Ask the recipient to register a device again. Then resend the message.':
    'Chiedi al destinatario di registrare di nuovo un dispositivo. Poi invia di nuovo il messaggio.',
  'no registered device can be reached through the connection':
    'nessun dispositivo registrato è raggiungibile con il collegamento',
  'all devices of the recipient are gone': 'nessun dispositivo del destinatario è più raggiungibile',
  'all remaining devices refused the message in an earlier attempt':
    'tutti i dispositivi rimasti hanno rifiutato il messaggio in un tentativo precedente',
  'Fix the causes that the earlier attempts name, and resend the message.':
    'Risolvi le cause indicate dai tentativi precedenti e invia di nuovo il messaggio.',
  'the notification has {web} bytes with title, text, actions and media; push takes {webLimit} (Web Push)':
    'con titolo, testo, azioni e file multimediali la notifica ha {web} byte; push ne ammette {webLimit} (Web Push)',
  'the notification has {fcm} bytes with title, text, actions and media; push takes {fcmLimit} (FCM)':
    'con titolo, testo, azioni e file multimediali la notifica ha {fcm} byte; push ne ammette {fcmLimit} (FCM)',
  'Google gave {client_email} access': 'Google ha autorizzato {client_email}',
  'Firebase accepts messages for the project {project_id}': 'Firebase accetta messaggi per il progetto {project_id}',
  'This trial message is not delivered.': 'Questo messaggio di verifica non viene consegnato.',
  'Shorten the template or its addresses, and resend the message.':
    'Accorcia il modello o i suoi indirizzi e invia di nuovo il messaggio.',
  'Subscribe the browser again with the public key of the connection, and register it. Then resend the message.':
    'Iscrivi di nuovo il browser con la chiave pubblica del collegamento e registralo. Poi invia di nuovo il messaggio.',
  'the browser ended its subscription': 'il browser ha annullato l’iscrizione',
  'the notification is too large for {service}': 'la notifica è troppo grande per {service}',
  'Shorten the template, and resend the message.': 'Accorcia il modello e invia di nuovo il messaggio.',
  'the browser subscribed with another VAPID key': 'il browser si è iscritto con un’altra chiave VAPID',
  '{service} does not accept the VAPID signature': '{service} non accetta la firma VAPID',
  "Set the subject of the connection to your contact address (mailto:you@your-domain), and check this machine's clock.":
    'Imposta il subject del collegamento sul tuo indirizzo di contatto (mailto:tu@tuo-dominio) e controlla l’orologio di questa macchina.',
  '{service} refused the notification ({status})': '{service} ha rifiutato la notifica ({status})',
  'Read the response. {subscribeAgain}': 'Leggi la risposta. {subscribeAgain}',
  'the push endpoint is not permitted: it {reason}': 'l’endpoint push non è consentito: {reason}',
  'Remove this device from the recipient. Real push services are on the public internet.':
    'Rimuovi questo dispositivo dal destinatario. I veri servizi push sono sulla rete internet pubblica.',
  "the message cannot be encrypted for the browser's subscription: {message}":
    'impossibile cifrare il messaggio per l’iscrizione del browser: {message}',
  'Subscribe the browser again, and register it. Then resend the message.':
    'Iscrivi di nuovo il browser e registralo. Poi invia di nuovo il messaggio.',
  'the message cannot be signed: {message}': 'impossibile firmare il messaggio: {message}',
  'Set vapid of the connection again, with a contact address as the subject and with both keys.':
    'Imposta di nuovo vapid nel collegamento, con un indirizzo di contatto come subject e con entrambe le chiavi.',
  'the push service': 'il servizio push',
  'browsers subscribe with {key}; push services receive the contact address {subject}':
    'i browser si iscrivono con {key}; i servizi push ricevono il contatto {subject}',
  'is not a reachable email address; use one with a domain, such as you@example.com':
    'non è un indirizzo email raggiungibile; usane uno con un dominio, per esempio tu@example.com',
  'requires its private key; set both keys, or omit both': 'richiede la sua chiave privata; imposta entrambe o nessuna',
  'does not belong to the private key; omit it': 'non corrisponde alla chiave privata; omettila',
  'is not a P-256 private key': 'non è una chiave privata P-256',
  'For browsers. Enter an email address or a web page where push services can contact you. The keys are generated. For apps, the service account file of your Firebase project.':
    'Per i browser. Inserisci un indirizzo email o una pagina web con cui i servizi push possono contattarti. Se non inserisci le chiavi, Carillon le genera. Per le app, il file dell’account di servizio del tuo progetto Firebase.',
  'Web Push, for browsers.': 'Web Push, per i browser.',
  Subject: 'Contatto (subject)',
  'The address at which push services can contact you, as a mailto: or https: URL. Apple and Mozilla require it.':
    'L’indirizzo a cui i servizi push possono contattarti, come URL mailto: o https:. Apple e Mozilla lo richiedono.',
  'Public key': 'Chiave pubblica',
  'The public key that belongs to the private key. Browsers subscribe with this key.':
    'La chiave pubblica che corrisponde alla chiave privata. I browser si iscrivono con questa chiave.',
  'The key that signs messages. Carillon generates a key if you omit it. To keep the browser subscriptions of another service, enter the private key of that service.':
    'La chiave che firma i messaggi. Se la ometti, Carillon ne genera una. Per mantenere le iscrizioni dei browser di un altro servizio, inserisci la chiave privata di quel servizio.',
  'Firebase Cloud Messaging, for apps.': 'Firebase Cloud Messaging, per le app.',
  'Service account': 'Account di servizio',
  'The unchanged JSON file from Firebase.': 'Il file JSON di Firebase, senza modifiche.',
  'Project ID': 'ID del progetto',
  'Client email': 'Email del client',
  'RSA private key in PEM.': 'Chiave privata RSA in PEM.',
  'Private key ID': 'ID della chiave privata',
  'Token uri': 'URI del token',
  'The URL of a gateway that receives the requests to the FCM HTTP v1 API.':
    'L’URL di un gateway che riceve le richieste dirette all’API FCM HTTP v1.',
  'Web Push': 'Web Push',
  'For browsers. Enter an email address or a web page where push services can contact you. The keys are generated.':
    'Per i browser. Inserisci un indirizzo email o una pagina web con cui i servizi push possono contattarti. Se non inserisci le chiavi, Carillon le genera.',
  'Firebase Cloud Messaging': 'Firebase Cloud Messaging',
  'For apps, the service account file of your Firebase project.':
    'Per le app, il file dell’account di servizio del tuo progetto Firebase.',
}
