// Settings, files and checks of email, in Italian.

export const email: Record<string, string> = {
  'is not an email address': 'non è un indirizzo email',
  'A message can have at most {most} bytes (10 MB) of attachments and media, decoded. Link to the file instead, and resend the message.':
    'Un messaggio può avere al massimo {most} byte (10 MB) di allegati e file multimediali, decodificati. Usa un link al file e invia di nuovo il messaggio.',
  'the attachments and media have {total} bytes together': 'allegati e file multimediali hanno {total} byte in tutto',
  'the attachment {filename}': 'l’allegato {filename}',
  '{displayName} could not be read from the database: {error}':
    'la lettura dal database non è riuscita per {displayName}: {error}',
  'the media {filename}': 'il file multimediale {filename}',
  'the address of {displayName} {message}': 'per {displayName}, l’indirizzo {message}',
  'Put the file at a public address, and resend the message.':
    'Rendi il file disponibile a un indirizzo pubblico e invia di nuovo il messaggio.',
  'the address of {displayName} answered {status}': 'per {displayName}, l’indirizzo ha risposto {status}',
  'the address of {displayName} answered {status}, a redirect, and redirects are not followed':
    'per {displayName}, l’indirizzo ha risposto {status}, un reindirizzamento, e i reindirizzamenti non vengono seguiti',
  'Use the address that the redirect leads to, and resend the message.':
    'Usa l’indirizzo di destinazione del reindirizzamento e invia di nuovo il messaggio.',
  'Correct the address, and resend the message.': 'Correggi l’indirizzo e invia di nuovo il messaggio.',
  '{displayName} is larger than the {bytesLeft} left': '{displayName} supera lo spazio rimasto: {bytesLeft}',
  '{n} byte that is': '{n} byte',
  '{n} bytes that are': '{n} byte',
  'Check that the address of the file is reachable.': 'Controlla che l’indirizzo del file sia raggiungibile.',
  'the text': 'il testo',
  'the subject': 'l’oggetto',
  'the address is not a valid email address': 'l’indirizzo non è un indirizzo email valido',
  '{withFiles} other messages with files were being sent until the time limit of this message':
    'altri {withFiles} messaggi con file erano in invio fino al limite di tempo di questo messaggio',
  'Send fewer messages with files at a time.': 'Invia meno messaggi con file alla volta.',
  'must be one address, such as hello@shop.example or Shop <hello@…>':
    'deve essere un solo indirizzo, per esempio hello@shop.example o Shop <hello@…>',
  'must be smtp:// or smtps:// with a host, such as smtps://user:pass@host:465':
    'deve essere smtp:// o smtps:// con un host, per esempio smtps://user:pass@host:465',
  'has a user or password that is not percent-encoded: write % as %25, @ as %40, : as %3A and / as %2F':
    'ha utente o password senza codifica percentuale: scrivi % come %25, @ come %40, : come %3A e / come %2F',
  'must end after the port. In the user and password, write / as %2F, # as %23, ? as %3F, @ as %40 and : as %3A':
    'deve finire dopo la porta. In utente e password scrivi / come %2F, # come %23, ? come %3F, @ come %40 e : come %3A',
  'has ?tls={tls}; valid values are {tls2}': 'ha ?tls={tls}; i valori validi sono {tls2}',
  'has the unknown option {unknown}; the options are tls and name':
    'ha l’opzione sconosciuta {unknown}; le opzioni sono tls e name',
  'has a ?name= that is not a host name': 'ha un ?name= che non è un nome host',
  'uses port {port}; mail servers listen on {ports} or on a port from 1024 upwards':
    'usa la porta {port}; i server di posta usano {ports} o una porta da 1024 in su',
  '{problem}; to allow a mail server there, the operator sets ALLOW_PRIVATE_NETWORK=1':
    '{problem}; per consentire un server di posta a questo indirizzo, l’operatore imposta ALLOW_PRIVATE_NETWORK=1',
  'is a key of type {asymmetricKeyType}; only RSA keys are supported':
    'è una chiave di tipo {asymmetricKeyType}; sono supportate solo chiavi RSA',
  'has {bits} bits; receivers require at least 1024': 'ha {bits} bit; i server riceventi ne richiedono almeno 1024',
  'is not a private key in PEM (-----BEGIN PRIVATE KEY-----)':
    'non è una chiave privata in PEM (-----BEGIN PRIVATE KEY-----)',
  "You need the SMTP host, user and password of a mail server, and the sender's address.":
    'Servono l’host SMTP, l’utente e la password di un server di posta e l’indirizzo del mittente.',
  'The server in one URL, instead of its separate settings: smtp://user:password@host:587 (STARTTLS if the server offers it) or smtps://user:password@host:465 (TLS from the start). Percent-encode special characters in the user and password. Options: ?tls=required, ?tls=off, ?tls=unverified, and ?name=… to set the EHLO host name.':
    'Il server in un solo URL, al posto delle impostazioni separate: smtp://user:password@host:587 (STARTTLS se il server lo offre) o smtps://user:password@host:465 (TLS dall’inizio). Scrivi i caratteri speciali di utente e password in codifica percentuale. Opzioni: ?tls=required, ?tls=off, ?tls=unverified e ?name=… per impostare il nome host di EHLO.',
  From: 'Mittente',
  'The sender: an address, or a name and an address.': 'Il mittente: un indirizzo, oppure un nome e un indirizzo.',
  'Reply to': 'Rispondi a',
  'The address for replies, if it is not the sender: an address, or a name and an address.':
    'L’indirizzo per le risposte, se non è il mittente: un indirizzo, oppure un nome e un indirizzo.',
  'Shop support <help@shop.example>': 'Assistenza Negozio <aiuto@negozio.example>',
  'Signs every message, including List-Unsubscribe and List-Unsubscribe-Post.':
    'Firma ogni messaggio, compresi List-Unsubscribe e List-Unsubscribe-Post.',
  Domain: 'Dominio',
  'Domain of the signature (d=).': 'Dominio della firma (d=).',
  Selector: 'Selettore',
  'Selector of the signature (s=).': 'Selettore della firma (s=).',
  'Private key': 'Chiave privata',
  'RSA private key in PEM, 1024 bits or more.': 'Chiave privata RSA in PEM, di almeno 1024 bit.',
  Host: 'Host',
  'The host name of the mail server, which the mail service calls SMTP server or outgoing server.':
    'Il nome host del server di posta, che il servizio chiama server SMTP o server della posta in uscita.',
  Port: 'Porta',
  'Usually 465 for TLS, and 587 for STARTTLS.': 'Di solito 465 per TLS e 587 per STARTTLS.',
  Security: 'Sicurezza',
  'The encryption of the connection. Default: tls on port 465, otherwise starttls. With starttls, a password is never sent unencrypted to a public server.':
    'La cifratura della connessione. Predefinita: tls sulla porta 465, altrimenti starttls. Con starttls una password non viene mai inviata in chiaro a un server pubblico.',
  User: 'Utente',
  'Often the email address of the account. Leave it empty if the server requires no sign-in.':
    'Spesso è l’indirizzo email dell’account. Lascialo vuoto se il server non richiede l’accesso.',
  Password: 'Password',
  'Many services require an app password or an SMTP key instead of the password of the account.':
    'Molti servizi richiedono una password per le app o una chiave SMTP al posto della password dell’account.',
  Certificate: 'Certificato',
  'required: messages are sent only with encryption and a valid certificate. unverified: any certificate is accepted. Default: the certificate is verified, except on this machine.':
    'required: i messaggi vengono inviati solo con cifratura e un certificato valido. unverified: ogni certificato è accettato. Predefinito: il certificato viene verificato, tranne su questa macchina.',
  'Client name': 'Nome del client',
  'The host name that Carillon sends in its greeting (EHLO). Default: the name of this machine.':
    'Il nome host che Carillon invia nel saluto (EHLO). Predefinito: il nome di questa macchina.',
  'Gmail and Google Workspace': 'Gmail e Google Workspace',
  'The user is the complete Gmail address. The password is an app password, which requires 2-Step Verification. Gmail limits the messages of each day.':
    'L’utente è l’indirizzo Gmail completo. La password è una password per le app, che richiede la verifica in due passaggi. Gmail limita i messaggi di ogni giorno.',
  'Microsoft 365': 'Microsoft 365',
  'The user is the complete address of the mailbox. An administrator must turn on Authenticated SMTP for this mailbox. Microsoft is removing sign-ins with a password: from the end of 2026 they are off unless an administrator turns them on.':
    'L’utente è l’indirizzo completo della casella. Un amministratore deve attivare SMTP autenticato per questa casella. Microsoft sta eliminando l’accesso con password: da fine 2026 è disattivato, salvo che un amministratore lo riattivi.',
  Fastmail: 'Fastmail',
  'The user is the complete Fastmail address. The password is an app password: Settings, Privacy & Security, Manage app passwords.':
    'L’utente è l’indirizzo Fastmail completo. La password è una password per le app: Settings, Privacy & Security, Manage app passwords.',
  'iCloud Mail': 'iCloud Mail',
  'The user is the complete iCloud address. The password is an app-specific password, which requires two-factor authentication.':
    'L’utente è l’indirizzo iCloud completo. La password è una password specifica per le app, che richiede l’autenticazione a due fattori.',
  'Zoho Mail': 'Zoho Mail',
  'Paid organizations use smtppro.zoho.com, other accounts smtp.zoho.com. Accounts in the European Union use .eu instead of .com. With two-factor authentication, the password is an application-specific password.':
    'Le organizzazioni a pagamento usano smtppro.zoho.com, gli altri account smtp.zoho.com. Gli account dell’Unione europea usano .eu al posto di .com. Con l’autenticazione a due fattori, la password è una password specifica per l’applicazione.',
  'Amazon SES over SMTP': 'Amazon SES via SMTP',
  'Replace us-east-1 with your region. The user and password are SMTP credentials of this region, and not the access key. The provider Amazon SES also reports deliveries and bounces.':
    'Sostituisci us-east-1 con la tua regione. Utente e password sono le credenziali SMTP di questa regione, non la chiave di accesso. Il provider Amazon SES segnala anche le consegne e i bounce.',
  Brevo: 'Brevo',
  'The user is the SMTP login, and the password is an SMTP key. An API key does not work.':
    'L’utente è il login SMTP e la password è una chiave SMTP. Una chiave API non funziona.',
  Mailjet: 'Mailjet',
  'The user is the API key, and the password is the secret key.':
    'L’utente è la chiave API e la password è la chiave segreta.',
  'At Resend, choose Webhooks, Add webhook, and enter this URL. Then copy the signing secret into the connection.':
    'Su Resend scegli Webhooks, Add webhook e inserisci questo URL. Poi copia il segreto di firma nel collegamento.',
  'At Postmark, open the message stream of your server, and add a webhook with this URL under Webhooks. Under Basic auth credentials, enter the user and password of this connection.':
    'Su Postmark apri lo stream di messaggi del tuo server e aggiungi in Webhooks un webhook con questo URL. In Basic auth credentials inserisci utente e password del webhook di questo collegamento.',
  'At SendGrid, choose Settings, Mail Settings, Event Webhooks, and create a webhook with this URL. Turn on the signature verification, and copy the verification key into the connection.':
    'Su SendGrid scegli Settings, Mail Settings, Event Webhooks e crea un webhook con questo URL. Attiva la verifica della firma e copia la chiave di verifica nel collegamento.',
  'At Mailgun, choose Send, Sending, Webhooks, and add this URL for each event. Then copy the HTTP webhook signing key into the connection.':
    'Su Mailgun scegli Send, Sending, Webhooks e aggiungi questo URL per ogni evento. Poi copia la chiave di firma dei webhook HTTP nel collegamento.',
  'In the AWS console, create a subscription of the SNS topic with the protocol HTTPS and this URL. Leave raw message delivery off. Carillon confirms the subscription. The topic must be an event destination of the configuration set.':
    'Nella console AWS crea una sottoscrizione del topic SNS con il protocollo HTTPS e questo URL. Lascia disattivato raw message delivery. Carillon conferma la sottoscrizione. Il topic deve essere una destinazione degli eventi del set di configurazione.',
  '{provider} stopped answering other messages, so this message was not sent to it':
    '{provider} non rispondeva più ad altri messaggi, quindi questo messaggio non gli è stato inviato',
  Resend: 'Resend',
  Postmark: 'Postmark',
  SendGrid: 'SendGrid',
  Mailgun: 'Mailgun',
  'API key': 'Chiave API',
  "The URL of a gateway that receives the requests to the provider's API.":
    'L’URL di un gateway che riceve le richieste all’API del provider.',
  Region: 'Regione',
  'Server token': 'Token del server',
  'Message stream': 'Stream di messaggi',
  'Webhook secret': 'Segreto del webhook',
  'Webhook user': 'Utente del webhook',
  'Webhook password': 'Password del webhook',
  'Webhook public key': 'Chiave pubblica del webhook',
  'Webhook signing key': 'Chiave di firma del webhook',
  'Access key ID': 'ID della chiave di accesso',
  'Secret access key': 'Chiave di accesso segreta',
  'Session token': 'Token di sessione',
  'Configuration set': 'Set di configurazione',
  'Topic ARN': 'ARN del topic',
  'At Resend, verify the domain of the sender under Domains, and create an API key under API Keys.':
    'Su Resend verifica il dominio del mittente in Domains e crea una chiave API in API Keys.',
  'At Postmark, verify the domain of the sender under Sender Signatures, and copy the token under API Tokens of your server.':
    'Su Postmark verifica il dominio del mittente in Sender Signatures e copia il token in API Tokens del tuo server.',
  'The ID of a transactional message stream. The default is outbound.':
    'L’ID di uno stream di messaggi transazionali. Il valore predefinito è outbound.',
  'The user under Basic auth credentials of the webhook at Postmark. Choose any name.':
    'L’utente in Basic auth credentials del webhook di Postmark. Scegli un nome qualsiasi.',
  'At SendGrid, authenticate the domain of the sender under Sender Authentication, and create an API key under API Keys.':
    'Su SendGrid autentica il dominio del mittente in Sender Authentication e crea una chiave API in API Keys.',
  'The region of the account: eu for a subuser of the European Union. The default is global.':
    'La regione dell’account: eu per un subuser dell’Unione europea. Il valore predefinito è global.',
  'The verification key of the signed event webhook at SendGrid. Without it, reports of deliveries, bounces and complaints are refused.':
    'La chiave di verifica del webhook eventi firmato di SendGrid. Senza, i report di consegne, rimbalzi e segnalazioni di spam sono rifiutati.',
  'At Mailgun, add the sending domain under Sending, Domains, and create an API key under API Security.':
    'Su Mailgun aggiungi il dominio di invio in Sending, Domains e crea una chiave API in API Security.',
  'The sending domain at Mailgun.': 'Il dominio di invio su Mailgun.',
  'The region of the domain. The default is us.': 'La regione del dominio. Il valore predefinito è us.',
  'In the AWS console, verify the domain of the sender in SES, and create an access key for an IAM user with the permissions ses:SendEmail and ses:SendRawEmail.':
    'Nella console AWS verifica il dominio del mittente in SES e crea una chiave di accesso per un utente IAM con i permessi ses:SendEmail e ses:SendRawEmail.',
  'The AWS region in which the domain of the sender is verified.':
    'La regione AWS in cui il dominio del mittente è verificato.',
  'The ID of an access key of the IAM user.': 'L’ID di una chiave di accesso dell’utente IAM.',
  'The configuration set whose event destination is the SNS topic. Without it, SES sends no reports of deliveries, bounces and complaints.':
    'Il set di configurazione la cui destinazione degli eventi è il topic SNS. Senza, SES non invia report di consegne, rimbalzi e segnalazioni di spam.',
  'The ARN of the SNS topic that sends reports. Reports of other topics are refused.':
    'L’ARN del topic SNS che invia i report. I report di altri topic sono rifiutati.',
  'Bounce domain': 'Dominio dei bounce',
  'A domain that receives bounce mails. Each message then has its own return path, bounces+…@this domain, so that Carillon can assign a bounce mail to its message.':
    'Un dominio che riceve le email di bounce. Ogni messaggio ha allora un proprio indirizzo di ritorno, bounces+…@questo dominio, così Carillon associa un’email di bounce al suo messaggio.',
  'polling: Carillon reads bounce mails from bounce_mailbox.':
    'polling: Carillon legge le email di bounce da bounce_mailbox.',
  'The IMAP server.': 'Il server IMAP.',
  '993 (TLS from the start) or 143 (STARTTLS).': '993 (TLS dall’inizio) o 143 (STARTTLS).',
  'The user of the mailbox.': 'L’utente della casella.',
  'The password of the mailbox.': 'La password della casella.',
  'The folder that receives bounce mails.': 'La cartella che riceve le email di bounce.',
  'The mailbox that receives bounce mails. Carillon reads it and changes nothing in it.':
    'La casella che riceve le email di bounce. Carillon la legge e non vi cambia nulla.',
  'is required if mode is polling': 'è obbligatoria se mode è polling',
  'must be polling, so that bounce_mailbox is read': 'deve essere polling, perché bounce_mailbox venga letta',
  'must be 993, 143, or a port from 1024 upwards': 'deve essere 993, 143 o una porta da 1024 in su',
  'the mail server sent too much': 'il server di posta ha inviato troppi dati',
  'the mail server took too long': 'il server di posta ha impiegato troppo tempo',
  'the mailbox refused the user or the password': 'la casella ha rifiutato l’utente o la password',
  'the mailbox cannot be read: {error}': 'la casella non può essere letta: {error}',
  'Bounce mailbox': 'Casella dei bounce',
  Folder: 'Cartella',
  'the HTML': 'l’HTML',
}
