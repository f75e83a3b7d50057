// Outcomes, checks and settings of push, in Italian.

export const push: Record<string, string> = {
  'a registered device': 'un dispositivo registrato',
  'a device is registered with one key: a connection with another key does not reach it':
    'un dispositivo è registrato con una sola chiave: un collegamento con un’altra chiave non lo raggiunge',
  'is missing, and so is fcm: give vapid for browsers, fcm for apps, or both':
    'manca, e manca anche fcm: indica vapid per i browser, fcm per le app, o entrambi',
  'vapid (for browsers)': 'vapid (per i browser)',
  'fcm (for apps)': 'fcm (per le app)',
  'it has no {lacks}': 'non ha {lacks}',
  'their browsers subscribed with another VAPID key': 'i loro browser si sono iscritti con un’altra chiave VAPID',
  'the recipient has devices, and the push connection reaches none of them: {why}':
    'il destinatario ha dispositivi, e il collegamento push non ne raggiunge nessuno: {why}',
  'Resend the message after the app was opened again, which registers its new token.':
    'Invia di nuovo il messaggio dopo che l’app è stata riaperta: così registra il nuovo token.',
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
    'Metti nel collegamento il file JSON di una chiave attuale dell’account di servizio.',
  'the service account may not send messages of this Firebase project':
    'l’account di servizio non può inviare messaggi di questo progetto Firebase',
  'Turn on the Firebase Cloud Messaging API (V1), and give the account the role Firebase Cloud Messaging API Admin.':
    'Attiva la Firebase Cloud Messaging API (V1), e dai all’account il ruolo Firebase Cloud Messaging API Admin.',
  'Firebase knows neither this device nor, maybe, the project':
    'Firebase non conosce questo dispositivo, e forse nemmeno il progetto',
  "Check the connection. If it works, remove the device's token from the recipient.":
    'Verifica il collegamento. Se funziona, rimuovi il token del dispositivo dal destinatario.',
  "the device's token is not valid": 'il token del dispositivo non è valido',
  'Firebase refuses a part of the message': 'Firebase rifiuta una parte del messaggio',
  'the token server of Firebase': 'il server dei token di Firebase',
  'Google does not accept the service account: {value}': 'Google non accetta l’account di servizio: {value}',
  "Create a new private key for the service account, put its JSON file into the connection, and set this machine's clock.":
    'Crea una nuova chiave privata per l’account di servizio, metti il suo file JSON nel collegamento e regola l’orologio di questa macchina.',
  'the token server of Firebase gave no token': 'il server dei token di Firebase non ha dato nessun token',
  'Check token_uri of the service account.': 'Controlla token_uri dell’account di servizio.',
  "is a key of type {asymmetricKeyType}; Google's are RSA":
    'è una chiave di tipo {asymmetricKeyType}; quelle di Google sono RSA',
  'is no private key in PEM (-----BEGIN PRIVATE KEY-----); paste the JSON file as it is':
    'non è una chiave privata in PEM (-----BEGIN PRIVATE KEY-----); incolla il file JSON così com’è',
  '({length} of {asked} devices)': '({length} di {asked} dispositivi)',
  'Have the recipient register a device again. Then resend the message.':
    'Fai registrare di nuovo un dispositivo al destinatario. Poi invia di nuovo il messaggio.',
  'no device that the connection reaches is registered any more':
    'non è più registrato nessun dispositivo che il collegamento raggiunge',
  'all devices of the recipient are gone': 'nessun dispositivo del destinatario è più raggiungibile',
  'every device that is left refused the message in an earlier try':
    'tutti i dispositivi rimasti hanno rifiutato il messaggio in un tentativo precedente',
  'Correct what the earlier attempts name, and resend the message.':
    'Correggi la causa che i tentativi precedenti indicano e invia di nuovo il messaggio.',
  'the notification has {web} bytes with title, text, actions and media; push takes {webLimit} (Web Push)':
    'la notifica ha {web} byte con titolo, testo, azioni e media; push ne ammette {webLimit} (Web Push)',
  'the notification has {fcm} bytes with title, text, actions and media; push takes {fcmLimit} (FCM)':
    'la notifica ha {fcm} byte con titolo, testo, azioni e media; push ne ammette {fcmLimit} (FCM)',
  'Google gave {client_email} access': 'Google ha dato accesso a {client_email}',
  'Firebase takes messages for the project {project_id}': 'Firebase accetta messaggi per il progetto {project_id}',
  'Nobody receives this.': 'Nessuno riceve questo messaggio.',
  'Shorten the template or its addresses, and resend the message.':
    'Accorcia il modello o i suoi indirizzi e invia di nuovo il messaggio.',
  'Have the browser subscribe again with the public key of the connection, and register it. Then resend the message.':
    'Fai iscrivere di nuovo il browser con la chiave pubblica del collegamento, e registralo. Poi invia di nuovo il messaggio.',
  'the browser dropped its subscription': 'il browser ha abbandonato la sua iscrizione',
  '{service} finds the notification too large': 'per {service} la notifica è troppo grande',
  'Shorten the template, and resend the message.': 'Accorcia il modello e invia di nuovo il messaggio.',
  'the browser subscribed with another VAPID key': 'il browser si è iscritto con un’altra chiave VAPID',
  '{service} does not accept the VAPID signature': '{service} non accetta la firma VAPID',
  "Put a subject that reaches you (mailto:you@your-domain) into the connection, and set this machine's clock.":
    'Metti nel collegamento un subject con cui raggiungerti (mailto:you@your-domain), e regola l’orologio di questa macchina.',
  '{service} refused the notification ({status})': '{service} ha rifiutato la notifica ({status})',
  'Read the response. {subscribeAgain}': 'Leggi la risposta. {subscribeAgain}',
  'the push endpoint is not asked: it {reason}': 'l’endpoint push non viene chiamato: {reason}',
  'Remove this device from the recipient: a real push service is on the public internet.':
    'Rimuovi questo dispositivo dal destinatario: un vero servizio push è su internet.',
  "nothing can be encrypted for the browser's subscription: {message}":
    'la cifratura per l’iscrizione del browser non è possibile: {message}',
  'Have the browser subscribe again, and register it. Then resend the message.':
    'Fai iscrivere di nuovo il browser, e registralo. Poi invia di nuovo il messaggio.',
  "the message can't be signed: {message}": 'la firma del messaggio non è possibile: {message}',
  'Put vapid into the connection again: a subject that reaches you, and its keys.':
    'Metti di nuovo vapid nel collegamento: un subject con cui raggiungerti, e le sue chiavi.',
  'the push service': 'il servizio push',
  'browsers subscribe with {key}; push services see {subject}':
    'i browser si iscrivono con {key}; i servizi push vedono {subject}',
  'is an address no mail reaches; give one at a domain, such as you@example.com':
    'è un indirizzo che nessuna email raggiunge; indicane uno di un dominio, per esempio you@example.com',
  'comes without its private key; leave both out': 'è senza la sua chiave privata; togli entrambe',
  'does not belong to the private key; leave it out': 'non appartiene alla chiave privata; toglila',
  'is no P-256 private key': 'non è una chiave privata P-256',
  'For browsers, an email address or page for the push services to reach you at; the keys are made here. For apps, the service account file of your Firebase project.':
    'Per i browser, un indirizzo email o una pagina con cui i servizi push possono raggiungerti; le chiavi si creano qui. Per le app, il file dell’account di servizio del tuo progetto Firebase.',
  'Web Push, for browsers.': 'Web Push, per i browser.',
  Subject: 'Subject',
  'How push services reach you: mailto: or https: (Apple and Mozilla insist).':
    'Come ti raggiungono i servizi push: mailto: o https: (Apple e Mozilla lo richiedono).',
  'Public key': 'Chiave pubblica',
  'Made with the private key; what browsers subscribe with.':
    'Creata con la chiave privata; i browser si iscrivono con questa.',
  'Made when left out. Give your own to keep the subscriptions of another service.':
    'Se manca, viene creata. Indica la tua per mantenere le iscrizioni di un altro servizio.',
  'Firebase Cloud Messaging, for apps.': 'Firebase Cloud Messaging, per le app.',
  'Service account': 'Account di servizio',
  'The JSON file Firebase gives, as it is.': 'Il file JSON dato da Firebase, così com’è.',
  'Project ID': 'ID del progetto',
  'Client email': 'Email del client',
  'RSA private key in PEM.': 'Chiave privata RSA in PEM.',
  'Private key ID': 'ID della chiave privata',
  'Token uri': 'URI del token',
  'A gateway that speaks the FCM HTTP v1 API.': 'Un gateway che parla la FCM HTTP v1 API.',
  'Web Push': 'Web Push',
  'For browsers, an email address or page for the push services to reach you at; the keys are made here.':
    'Per i browser, un indirizzo email o una pagina con cui i servizi push possono raggiungerti; le chiavi si creano qui.',
  'Firebase Cloud Messaging': 'Firebase Cloud Messaging',
  'For apps, the service account file of your Firebase project.':
    'Per le app, il file dell’account di servizio del tuo progetto Firebase.',
}
