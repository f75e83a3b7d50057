// The email providers with an HTTP API, in Italian: outcomes, checks, settings and reports.

export const mail: Record<string, string> = {
  '{provider} does not accept the credentials of the connection':
    '{provider} non accetta le credenziali del collegamento',
  'Create new credentials at {provider}, and put them into the connection.':
    'Crea nuove credenziali su {provider} e inseriscile nel collegamento.',
  'the credentials of the connection have no permission to send through {provider}':
    'le credenziali del collegamento non hanno il permesso di inviare con {provider}',
  'Give the credentials the permission to send, or create others at {provider}.':
    'Dai alle credenziali il permesso di inviare, oppure creane altre su {provider}.',
  '{provider} has not verified the from address or its domain':
    '{provider} non ha verificato l’indirizzo mittente o il suo dominio',
  'Verify the domain of the from address at {provider}, or use another from address.':
    'Verifica il dominio dell’indirizzo mittente su {provider}, oppure usa un altro indirizzo mittente.',
  '{provider} does not permit the account to send': '{provider} non permette all’account di inviare',
  'Sign in to {provider} and fix the problem of the account. Then resume the connection.':
    'Accedi a {provider} e risolvi il problema dell’account. Poi riattiva il collegamento.',
  'the quota of the account at {provider} is used up': 'la quota dell’account su {provider} è esaurita',
  'Choose a larger plan at {provider}, or wait for the next period. Then resume the connection.':
    'Scegli un piano più grande su {provider}, oppure attendi il prossimo periodo. Poi riattiva il collegamento.',
  'the request did not reach the API of {provider}': 'la richiesta non ha raggiunto l’API di {provider}',
  '{provider} refused a part of the message': '{provider} ha rifiutato una parte del messaggio',
  'Read the response, correct the template, and resend the message.':
    'Leggi la risposta, correggi il modello e invia di nuovo il messaggio.',
  '{provider} does not accept the format of the request': '{provider} non accetta il formato della richiesta',
  '{provider} does not accept an attachment of the message': '{provider} non accetta un allegato del messaggio',
  'Replace the file with a link, and resend the message.':
    'Sostituisci il file con un link e invia di nuovo il messaggio.',
  'the message is larger than {provider} accepts': 'il messaggio supera il limite di {provider}',
  '{provider} reports that the address of the recipient is malformed':
    '{provider} segnala che l’indirizzo del destinatario non è valido',
  '{provider} does not send to this address after an earlier bounce, complaint or opt-out':
    '{provider} non invia a questo indirizzo dopo un rimbalzo, una segnalazione di spam o una disiscrizione',
  'Use another address of the recipient. If this address works, remove it from the suppressions at {provider} and of this workspace.':
    'Usa un altro indirizzo del destinatario. Se questo indirizzo funziona, rimuovilo dalle soppressioni di {provider} e di questo spazio di lavoro.',
  '{provider} has an internal error': '{provider} ha un errore interno',
  '{provider} accepted the message but did not send it ({text})':
    '{provider} ha accettato il messaggio, ma non lo ha inviato ({text})',
  'no reason given': 'nessun motivo indicato',
  'Fix the cause at the provider, and resend the message.':
    'Risolvi la causa presso il provider e invia di nuovo il messaggio.',
  'a report without a type': 'un report senza tipo',
  'a report {name} without an address': 'un report {name} senza indirizzo',
  'a report without the id of its message': 'un report senza l’id del suo messaggio',
  'a member of the Postmark account deactivated the address':
    'un membro dell’account Postmark ha disattivato l’indirizzo',
  'a body that is not a list': 'un corpo che non è un elenco',
  'a body that is not a message of SNS': 'un corpo che non è un messaggio di SNS',
  'a confirmation for another server': 'una conferma per un altro server',
  'the subscription of this connection was removed from the SNS topic':
    'l’iscrizione di questo collegamento è stata rimossa dal topic SNS',
  'An API key. Resend shows it once, under API Keys. Sending access is sufficient.':
    'Una chiave API. Resend la mostra una sola volta, in API Keys. Basta l’accesso all’invio.',
  'The signing secret of the webhook at Resend. Without it, reports of deliveries, bounces and complaints are refused.':
    'Il segreto di firma del webhook di Resend. Senza, i report di consegne, rimbalzi e segnalazioni di spam sono rifiutati.',
  'Resend already has another version of this message from an earlier attempt':
    'Resend ha già un’altra versione di questo messaggio, da un tentativo precedente',
  'Resend still processes an earlier attempt of this message':
    'Resend sta ancora elaborando un tentativo precedente di questo messaggio',
  'Check whether the recipient received the message.': 'Controlla se il destinatario ha ricevuto il messaggio.',
  'the API key works. It may only send, so the domain of the sender was not checked':
    'la chiave API funziona. Può solo inviare, quindi il dominio del mittente non è stato verificato',
  'the API key works': 'la chiave API funziona',
  'the API key works, and {domain} is verified': 'la chiave API funziona e {domain} è verificato',
  'has the domain {domain}, which is not verified at Resend': 'ha il dominio {domain}, che non è verificato su Resend',
  'The API token of the server at Postmark.': 'Il token API del server di Postmark.',
  'The password under Basic auth credentials of the webhook at Postmark. Choose a long random text. Without it, reports of deliveries, bounces and complaints are refused.':
    'La password in Basic auth credentials del webhook di Postmark. Scegli un testo lungo e casuale. Senza, i report di consegne, rimbalzi e segnalazioni di spam sono rifiutati.',
  'is required with webhook_password': 'è obbligatorio insieme a webhook_password',
  'the token belongs to the server {name}': 'il token appartiene al server {name}',
  'the message stream does not exist at Postmark': 'lo stream di messaggi non esiste su Postmark',
  'Correct message_stream. Postmark shows the ID under Message Streams of your server.':
    'Correggi message_stream. Postmark mostra l’ID in Message Streams del tuo server.',
  'An API key with the permission Mail Send, from Settings, API Keys.':
    'Una chiave API con il permesso Mail Send, da Settings, API Keys.',
  'received an unknown answer of Postmark. Check api_base':
    'ha ricevuto una risposta sconosciuta di Postmark. Controlla api_base',
  'If the key is a sending key, it may not manage webhooks: use an API key of the account.':
    'Se la chiave è una sending key, non può gestire i webhook: usa una chiave API dell’account.',
  'was not in the answer of Resend: copy it from the page of the webhook':
    'non era nella risposta di Resend: copialo dalla pagina del webhook',
  'was not in the answer of SendGrid: copy it from the page of the webhook':
    'non era nella risposta di SendGrid: copiala dalla pagina del webhook',
  'is not in the answer of Mailgun: create it on the page of the webhooks, and copy it into the connection':
    'non è nella risposta di Mailgun: creala nella pagina dei webhook e copiala nel collegamento',
  'already has {length} webhooks for {event}: remove one at Mailgun':
    'ha già {length} webhook per {event}: rimuovine uno su Mailgun',
  'the API key may send': 'la chiave API può inviare',
  'lacks the permission Mail Send. Give the API key this permission at SendGrid':
    'non ha il permesso Mail Send. Dai questo permesso alla chiave API su SendGrid',
  'is not the verification key that SendGrid shows': 'non è la chiave di verifica che SendGrid mostra',
  'An API key of the account, or a sending key of the domain.':
    'Una chiave API dell’account, oppure una chiave di invio del dominio.',
  'The HTTP webhook signing key of Mailgun. Without it, reports of deliveries, bounces and complaints are refused.':
    'La chiave di firma dei webhook HTTP di Mailgun. Senza, i report di consegne, rimbalzi e segnalazioni di spam sono rifiutati.',
  'Mailgun does not accept the API key in this region': 'Mailgun non accetta la chiave API in questa regione',
  'Put a current API key into the connection.': 'Inserisci nel collegamento una chiave API valida.',
  'Check the name of the domain, and whether the domain belongs to the region us or eu.':
    'Controlla il nome del dominio, e se il dominio appartiene alla regione us o eu.',
  'the domain does not exist in this region of Mailgun': 'il dominio non esiste in questa regione di Mailgun',
  'the API key may send from {domain}': 'la chiave API può inviare da {domain}',
  'The secret of the access key.': 'Il segreto della chiave di accesso.',
  'The session token. Only for temporary credentials, whose access key begins with ASIA.':
    'Il token di sessione. Solo per credenziali temporanee, la cui chiave di accesso inizia con ASIA.',
  'Amazon SES does not accept the signature of the request': 'Amazon SES non accetta la firma della richiesta',
  "Correct the secret access key. If the key is correct, correct the clock of this service's machine.":
    'Correggi la chiave di accesso segreta. Se la chiave è corretta, correggi l’orologio della macchina di questo servizio.',
  'sending is paused at Amazon SES, for the account or for the configuration set':
    'l’invio è sospeso su Amazon SES, per l’account o per il set di configurazione',
  'Resume sending in the AWS console. Then resume the connection.':
    'Riattiva l’invio nella console AWS. Poi riattiva il collegamento.',
  'the custom MAIL FROM domain is not verified at Amazon SES':
    'il dominio MAIL FROM personalizzato non è verificato su Amazon SES',
  'Correct the DNS records of the MAIL FROM domain.': 'Correggi i record DNS del dominio MAIL FROM.',
  'the configuration set does not exist in this region of Amazon SES':
    'il set di configurazione non esiste in questa regione di Amazon SES',
  'Correct configuration_set or region.': 'Correggi configuration_set o region.',
  'Amazon SES refused the message': 'Amazon SES ha rifiutato il messaggio',
  'the access key works. It may not read the account, so the account was not checked':
    'la chiave di accesso funziona. Non può leggere l’account, quindi l’account non è stato verificato',
  'belongs to an account whose sending is paused at Amazon SES':
    'appartiene a un account il cui invio è sospeso su Amazon SES',
  'the account is in the sandbox of SES, which sends only to verified addresses':
    'l’account è nella sandbox di SES, che invia solo a indirizzi verificati',
  'the account may send': 'l’account può inviare',
  'Amazon SES': 'Amazon SES',
  'the IAM user may not send from this address through Amazon SES':
    'l’utente IAM non può inviare da questo indirizzo con Amazon SES',
  'Give the IAM user the permissions ses:SendEmail and ses:SendRawEmail for the domain of the sender.':
    'Dai all’utente IAM i permessi ses:SendEmail e ses:SendRawEmail per il dominio del mittente.',
}
