// Outcomes, checks and settings of Messenger, in Italian.

export const messenger: Record<string, string> = {
  "a recipient's id is valid for one page only, so another page cannot send to the recipient":
    'l’ID di un destinatario vale per una sola pagina: un’altra pagina non può scrivergli',
  'the token belongs to the page {name}': 'il token appartiene alla pagina {name}',
  'the token belongs to {name} ({value}), not to the page {page}; use a token of this page':
    'il token appartiene a {name} ({value}), non alla pagina {page}; usa un token di questa pagina',
  'the page sends all required webhooks to the app': 'la pagina invia all’app tutti i webhook necessari',
  "the page does not send the webhooks {missing}. Add these subscriptions in the app's Messenger settings":
    'la pagina non invia i webhook {missing}. Aggiungi queste iscrizioni nelle impostazioni Messenger dell’app',
  'Use another channel, or wait until the recipient writes to the page again.':
    'Usa un altro canale, oppure aspetta che il destinatario scriva di nuovo alla pagina.',
  'Give the app the permission pages_messaging for this page, and create a new token. To reach people without a role in the app, the app also needs App Review.':
    'Dai all’app il permesso pages_messaging per questa pagina e crea un nuovo token. Per raggiungere persone senza un ruolo nell’app serve anche App Review.',
  'the page': 'la pagina',
  "the 24 hours after the recipient's last message are over":
    'sono passate più di 24 ore dall’ultimo messaggio del destinatario',
  'Use another channel, or resend the message after the recipient has written again.':
    'Usa un altro canale, oppure invia di nuovo il messaggio quando il destinatario avrà scritto di nuovo.',
  'no person with this id has written to the page': 'nessuna persona con questo ID ha scritto alla pagina',
  'the recipient does not receive messages from this page': 'il destinatario non riceve messaggi da questa pagina',
  'Messenger throttles the messages of this page': 'Messenger limita i messaggi di questa pagina',
  "Check Page Quality in the page's settings, and send fewer messages.":
    'Controlla la qualità della pagina nelle sue impostazioni, e invia meno messaggi.',
  'Meta restricted the page for a while because of unwanted messages':
    'Meta ha limitato la pagina per un periodo a causa di messaggi indesiderati',
  'the media is too large': 'il file multimediale è troppo grande',
  'Send images up to 8 MB and other files up to 25 MB, and resend the message.':
    'Invia immagini fino a 8 MB e altri file fino a 25 MB, e invia di nuovo il messaggio.',
  'Correct the type or the size of the media, and resend the message.':
    'Correggi il tipo o la dimensione del file multimediale e invia di nuovo il messaggio.',
  'the app may send only to its own admins and testers': 'l’app può inviare solo ai suoi amministratori e tester',
  'Request pages_messaging in App Review and publish the app, or make the recipient a tester.':
    'Richiedi pages_messaging in App Review e pubblica l’app, oppure rendi tester il destinatario.',
  'a part of the message is not valid': 'una parte del messaggio non è valida',
  'Correct the part that the response names, and resend the message.':
    'Correggi la parte che la risposta indica e invia di nuovo il messaggio.',
  'the app lacks the permission pages_messaging for this page':
    'all’app manca il permesso pages_messaging per questa pagina',
  'Messenger has a temporary problem': 'Messenger ha un problema temporaneo',
  'a webhook about {value}, not about a page': 'un webhook su {value}, non su una pagina',
  'a webhook for the page {value}, which belongs to another connection':
    'un webhook per la pagina {value}, che appartiene a un altro collegamento',
  'a part ({event}) without sender or time': 'una parte ({event}) senza mittente o ora',
  'a delivery receipt without a time': 'una conferma di consegna senza ora',
  'a receipt {status} without a watermark': 'una conferma {status} senza watermark',
  'a message without an id': 'un messaggio senza ID',
  "In Meta's developer console, add a Facebook page to an app with Messenger. You need the page's access token, the app's secret, and a verify token that you choose.":
    'Nella console per sviluppatori di Meta aggiungi una pagina Facebook a un’app con Messenger. Servono il token di accesso della pagina, il segreto dell’app e un token di verifica a tua scelta.',
  'Page ID': 'ID della pagina',
  'ID of the Facebook page, which the page shows under About, Page transparency.':
    'L’ID della pagina Facebook, che la pagina mostra in Informazioni, Trasparenza della Pagina.',
  'In the dashboard of the app, open Messenger, API Settings. Enter this URL as the callback URL, and the verify token of this connection. Meta calls the URL at once.':
    'Nella dashboard dell’app apri Messenger, API Settings. Inserisci questo URL come URL di callback e il token di verifica di questo collegamento. Meta chiama subito l’URL.',
  'Page access token': 'Token di accesso della pagina',
  "The page's access token, with the permission pages_messaging.":
    'Il token di accesso della pagina, con il permesso pages_messaging.',
  'Graph API': 'Graph API',
}
