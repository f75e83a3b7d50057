// Outcomes, checks and settings of push, in Italian.

export const push: Record<string, string> = {
  'a registered device': 'un dispositivo registrato',
  'a device is registered with one key, so a connection with another key does not reach it':
    'un dispositivo è registrato con una sola chiave: un collegamento con un’altra chiave non lo raggiunge',
  'it has no {missingSettings}': 'non ha {missingSettings}',
  'the browsers subscribed with another VAPID key': 'i browser si sono iscritti con un’altra chiave VAPID',
  "the Push connection reaches none of the recipient's devices: {why}":
    'il collegamento Push non raggiunge nessun dispositivo del destinatario: {why}',
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
  'The unchanged JSON file from Firebase: Project settings, Service accounts, Generate new private key.':
    'Il file JSON di Firebase, senza modifiche: Project settings, Service accounts, Generate new private key.',
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
  'vapid (for browsers)': 'vapid (per i browser)',
  'fcm (for apps with a token of Firebase)': 'fcm (per le app con un token di Firebase)',
  'apns (for apps with a token of Apple)': 'apns (per le app con un token di Apple)',
  'expo (for apps with a token of Expo)': 'expo (per le app con un token di Expo)',
  'or fcm, apns or expo is required: set vapid for browsers, and the others for apps':
    'o fcm, apns o expo è obbligatorio: imposta vapid per i browser, gli altri per le app',
  'the connection of the provider {provider} is paused': 'il collegamento del provider {provider} è in pausa',
  'Fix the settings of this connection, and resume it.':
    'Correggi le impostazioni di questo collegamento e riattivalo.',
  'the Push connection has no {words}': 'il collegamento Push non ha {words}',
  'not reached, because {reason}': 'non raggiunto: {reason}',
  'the notification has {bytes} bytes with title, text, actions and media; push takes {limit} ({format})':
    'con titolo, testo, azioni e file multimediali la notifica ha {bytes} byte; push ne ammette {limit} ({format})',
  'is a key of type {asymmetricKeyType}; a key of Apple is a P-256 key':
    'è una chiave di tipo {asymmetricKeyType}; una chiave di Apple è una chiave P-256',
  'is not a private key (-----BEGIN PRIVATE KEY-----); paste the file AuthKey_….p8 unchanged':
    'non è una chiave privata (-----BEGIN PRIVATE KEY-----); incolla il file AuthKey_….p8 senza modificarlo',
  'Apple accepts the key {key_id} of the team {team_id} for {bundle_id} ({environment})':
    'Apple accetta la chiave {key_id} del team {team_id} per {bundle_id} ({environment})',
  'Apple refused a certificate of the gateway': 'Apple ha rifiutato un certificato del gateway',
  'Correct the certificate of the gateway at api_base, or remove api_base.':
    'Correggi il certificato del gateway in api_base, oppure rimuovi api_base.',
  "the device's token has expired": 'il token del dispositivo è scaduto',
  "the device's token is not valid in its environment": 'il token del dispositivo non è valido nel suo ambiente',
  'Builds from Xcode have the environment sandbox, all others production. Correct environment of the connection, or register the device with its environment. Then resend the message.':
    'Le build di Xcode hanno l’ambiente sandbox, tutte le altre production. Correggi environment del collegamento, oppure registra il dispositivo con il suo ambiente. Poi invia di nuovo il messaggio.',
  "the device's token belongs to another app": 'il token del dispositivo appartiene a un’altra app',
  'Set bundle_id of the connection to the bundle ID of the app, and resend the message.':
    'Imposta bundle_id del collegamento sul bundle ID dell’app e invia di nuovo il messaggio.',
  'Apple refused the bundle ID': 'Apple ha rifiutato il bundle ID',
  'Set bundle_id to the bundle ID of the app.': 'Imposta bundle_id sul bundle ID dell’app.',
  'Apple received no bundle ID': 'Apple non ha ricevuto nessun bundle ID',
  'all requests to Expo were in use until the time limit of this message':
    'tutte le richieste a Expo sono rimaste occupate fino al limite di tempo di questo messaggio',
  'the key may not send notifications to this app': 'la chiave non può inviare notifiche a questa app',
  'Set bundle_id to the bundle ID of an app of the team, or use a key that is not limited to other apps.':
    'Imposta bundle_id sul bundle ID di un’app del team, oppure usa una chiave non limitata ad altre app.',
  'the key, the key id and the team id do not belong together':
    'la chiave, l’ID della chiave e l’ID del team non corrispondono',
  'Set key to the file of the key with this key_id, and team_id to the team that created the key.':
    'Imposta key sul file della chiave con questo key_id, e team_id sul team che ha creato la chiave.',
  'Apple considers a newly signed token expired': 'Apple considera scaduto un token appena firmato',
  "Set this machine's clock to the correct time.": 'Imposta l’ora corretta su questa macchina.',
  'Apple received no token of the key': 'Apple non ha ricevuto nessun token della chiave',
  'If api_base is a gateway, let the gateway forward the header authorization.':
    'Se api_base è un gateway, fai in modo che inoltri l’intestazione authorization.',
  'the key is limited to the other environment': 'la chiave è limitata all’altro ambiente',
  'Use a key for both environments, or set environment to the environment of the key.':
    'Usa una chiave per entrambi gli ambienti, oppure imposta environment sull’ambiente della chiave.',
  'Apple received another key on the same session': 'Apple ha ricevuto un’altra chiave nella stessa sessione',
  'If api_base is a gateway, let the gateway use a separate session for each key.':
    'Se api_base è un gateway, fai in modo che usi una sessione separata per ogni chiave.',
  'the key has no permission to send notifications': 'la chiave non ha il permesso di inviare notifiche',
  'Create a key with the Apple Push Notifications service, and set key and key_id.':
    'Crea una chiave con il servizio Apple Push Notifications e imposta key e key_id.',
  'the notification is too large for APNs': 'la notifica è troppo grande per APNs',
  'Apple closed a session that was idle': 'Apple ha chiuso una sessione inattiva',
  'Check that this service can reach Apple.': 'Verifica che questo servizio raggiunga Apple.',
  'Apple reported an earlier registration of the device as removed':
    'Apple ha segnalato come rimossa una registrazione precedente del dispositivo',
  'Ask the recipient to open the app, which registers the device again.':
    'Chiedi al destinatario di aprire l’app, che registra di nuovo il dispositivo.',
  'Apple refused a part of the request ({reason})': 'Apple ha rifiutato una parte della richiesta ({reason})',
  'If api_base is a gateway, check that the gateway forwards requests unchanged. Otherwise report this problem to the maintainers of Carillon.':
    'Se api_base è un gateway, verifica che inoltri le richieste senza modificarle. Altrimenti segnala il problema ai manutentori di Carillon.',
  'returned no result for this message': 'non ha restituito nessun risultato per questo messaggio',
  'Wait a few minutes.': 'Attendi qualche minuto.',
  'the app was removed from the device, or its notifications were turned off':
    'l’app è stata rimossa dal dispositivo, oppure le sue notifiche sono state disattivate',
  'the notification is too large for Expo': 'la notifica è troppo grande per Expo',
  'the FCM credentials in Expo belong to another Firebase project than the app':
    'le credenziali FCM in Expo appartengono a un progetto Firebase diverso da quello dell’app',
  'Upload the FCM credentials of the Firebase project that the app is built with ("eas credentials").':
    'Carica le credenziali FCM del progetto Firebase con cui l’app è compilata ("eas credentials").',
  'the push credentials in Expo are missing or not valid': 'le credenziali push in Expo mancano o non sono valide',
  'Renew the push credentials of the app in Expo ("eas credentials").':
    'Rinnova le credenziali push dell’app in Expo ("eas credentials").',
  'the Apple key in Expo is not valid': 'la chiave Apple in Expo non è valida',
  'Renew the Apple key of the app in Expo ("eas credentials").':
    'Rinnova la chiave Apple dell’app in Expo ("eas credentials").',
  'Apple or Google refused the notification because of the credentials or settings of the app in Expo':
    'Apple o Google ha rifiutato la notifica a causa delle credenziali o delle impostazioni dell’app in Expo',
  'Read the response, and correct the credentials of the app in Expo ("eas credentials").':
    'Leggi la risposta e correggi le credenziali dell’app in Expo ("eas credentials").',
  'Apple or Google reported an error to Expo': 'Apple o Google ha segnalato un errore a Expo',
  'Expo reported an internal error': 'Expo ha segnalato un errore interno',
  'Expo refused the notification': 'Expo ha rifiutato la notifica',
  'Read the response, and resend the message.': 'Leggi la risposta e invia di nuovo il messaggio.',
  'Expo received too many items in one request': 'Expo ha ricevuto troppi elementi in una richiesta',
  'Expo does not accept the access token, or requires one':
    'Expo non accetta il token di accesso, oppure ne richiede uno',
  'Create an access token in your Expo account, and put it into the connection.':
    'Crea un token di accesso nel tuo account Expo e inseriscilo nel collegamento.',
  'Expo received devices of several Expo projects in one request, and did not name the projects':
    'Expo ha ricevuto in una richiesta dispositivi di più progetti Expo, e non ha indicato i progetti',
  'If api_base is a gateway, let the gateway forward the whole answer of Expo.':
    'Se api_base è un gateway, fai in modo che inoltri tutta la risposta di Expo.',
  'Expo refused a part of the notification': 'Expo ha rifiutato una parte della notifica',
  'Expo answers requests without an access token': 'Expo risponde alle richieste senza token di accesso',
  'Expo answers requests with the access token': 'Expo risponde alle richieste con il token di accesso',
  'the device received too many notifications in a short time':
    'il dispositivo ha ricevuto troppe notifiche in poco tempo',
  'Send fewer messages to this recipient, and resend the message later.':
    'Invia meno messaggi a questo destinatario, e invia di nuovo il messaggio più tardi.',
  'For browsers. Enter an email address or a web page where push services can contact you. The keys are generated. For apps, the service account file of your Firebase project. For apps on Apple devices without Firebase, a key (.p8) with the Apple Push Notifications service, from Certificates, Identifiers & Profiles in your Apple developer account. For apps made with Expo. An access token is needed only if your Expo account requires it: expo.dev, Account settings, Access tokens.':
    'Per i browser. Inserisci un indirizzo email o una pagina web con cui i servizi push possono contattarti. Se non inserisci le chiavi, Carillon le genera. Per le app, il file dell’account di servizio del tuo progetto Firebase. Per le app su dispositivi Apple senza Firebase, una chiave (.p8) con il servizio Apple Push Notifications, da Certificates, Identifiers & Profiles nel tuo account sviluppatore Apple. Per le app create con Expo. Un token di accesso serve solo se il tuo account Expo lo richiede: expo.dev, Account settings, Access tokens.',
  'For apps on Apple devices without Firebase, a key (.p8) with the Apple Push Notifications service, from Certificates, Identifiers & Profiles in your Apple developer account.':
    'Per le app su dispositivi Apple senza Firebase, una chiave (.p8) con il servizio Apple Push Notifications, da Certificates, Identifiers & Profiles nel tuo account sviluppatore Apple.',
  'For apps made with Expo. An access token is needed only if your Expo account requires it: expo.dev, Account settings, Access tokens.':
    'Per le app create con Expo. Un token di accesso serve solo se il tuo account Expo lo richiede: expo.dev, Account settings, Access tokens.',
  "Apple's push service, for apps without Firebase.": 'Il servizio push di Apple, per le app senza Firebase.',
  Key: 'Chiave',
  'The text of the file AuthKey_….p8. Apple offers the file for download only once.':
    'Il testo del file AuthKey_….p8. Apple permette di scaricare il file una sola volta.',
  'Key ID': 'ID della chiave',
  'The id of the key, which is also in the name of its file.': 'L’ID della chiave, che è anche nel nome del suo file.',
  'Team ID': 'ID del team',
  'The id of your team. Apple shows it under Membership details.':
    'L’ID del tuo team. Apple lo mostra in Membership details.',
  'Bundle ID': 'Bundle ID',
  'The bundle ID of the app.': 'Il bundle ID dell’app.',
  Environment: 'Ambiente',
  'The environment of devices that registered without one: production for the App Store and TestFlight, sandbox for builds from Xcode.':
    'L’ambiente dei dispositivi registrati senza indicarlo: production per App Store e TestFlight, sandbox per le build di Xcode.',
  'The URL of a gateway that receives the requests to APNs by HTTP/2, for both environments.':
    'L’URL di un gateway che riceve le richieste dirette ad APNs in HTTP/2, per entrambi gli ambienti.',
  Expo: 'Expo',
  "Expo's push service, for apps made with Expo.": 'Il servizio push di Expo, per le app create con Expo.',
  'An access token of your Expo account. Expo requires it if enhanced security for push notifications is enabled.':
    'Un token di accesso del tuo account Expo. Expo lo richiede se la sicurezza avanzata per le notifiche push è attiva.',
  "The URL of a gateway that receives the requests to Expo's push service.":
    'L’URL di un gateway che riceve le richieste dirette al servizio push di Expo.',
  'Apple Push Notification service': 'Servizio Apple Push Notification',
}
