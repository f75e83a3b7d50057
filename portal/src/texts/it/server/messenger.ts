// Outcomes, checks and settings of Messenger, in Italian.

export const messenger: Record<string, string> = {
  'The page-scoped id Messenger gave.': 'L’id che Messenger assegna per questa pagina.',
  'people are known by an id of one page: another page cannot write to it':
    'una persona ha un id diverso per ogni pagina: un’altra pagina non può scriverle',
  'the token is that of the page {name}': 'il token è della pagina {name}',
  "the token is that of {name} ({value}), not of the page {page}: take the page's own token":
    'il token è di {name} ({value}), non della pagina {page}: usa il token della pagina',
  'the page tells the app what happens': 'la pagina invia gli eventi all’app',
  "the page does not tell the app about {lacks}: add these subscriptions in the app's Messenger settings":
    'la pagina non invia all’app {lacks}: aggiungi queste sottoscrizioni nelle impostazioni Messenger dell’app',
  'Use another channel, or wait until the person writes to the page again.':
    'Usa un altro canale, oppure aspetta che la persona scriva di nuovo alla pagina.',
  'Give the app pages_messaging for this page (App Review for people outside the app), and make a new token.':
    'Dai all’app pages_messaging per questa pagina (App Review per persone esterne all’app) e crea un nuovo token.',
  'the page': 'la pagina',
  "the 24 hours after the recipient's last message are over":
    'le 24 ore dopo l’ultimo messaggio del destinatario sono finite',
  'Use another channel, or resend the message after the person has written again.':
    'Usa un altro canale, oppure invia di nuovo il messaggio dopo che la persona ha scritto di nuovo.',
  'nobody with this id has written to the page': 'nessuna persona con questo id ha scritto alla pagina',
  'the person does not receive messages of this page': 'la persona non riceve messaggi da questa pagina',
  'Messenger wants fewer messages of this page': 'Messenger chiede meno messaggi da questa pagina',
  "Check Page Quality in the page's settings, and send fewer messages.":
    'Controlla la qualità della pagina nelle sue impostazioni, e invia meno messaggi.',
  'the page is restricted for a while, for messages that people did not want':
    'la pagina è limitata per un po’, per messaggi che le persone non desideravano',
  'the media is too large': 'il file multimediale è troppo grande',
  'Send images up to 8 MB and other files up to 25 MB, and resend the message.':
    'Invia immagini fino a 8 MB e altri file fino a 25 MB, e invia di nuovo il messaggio.',
  'Correct the type or the size of the media, and resend the message.':
    'Correggi il tipo o la dimensione del file multimediale e invia di nuovo il messaggio.',
  'the app may write to its own admins and testers only': 'l’app può scrivere solo ai suoi amministratori e tester',
  'Have pages_messaging approved by App Review and publish the app, or make the recipient a tester.':
    'Fai approvare pages_messaging dalla App Review e pubblica l’app, oppure rendi tester il destinatario.',
  'a part of the message is wrong': 'una parte del messaggio è sbagliata',
  'Correct the part that the response names, and resend the message.':
    'Correggi la parte che la risposta indica e invia di nuovo il messaggio.',
  'the app lacks pages_messaging for this page': 'all’app manca pages_messaging per questa pagina',
  'Messenger could not send it just now': 'Messenger non ha potuto inviarlo in questo momento',
  'a notice about {value}, not about a page': 'una notifica su {value}, non su una pagina',
  "a notice for the page {value}, which is another connection's":
    'una notifica per la pagina {value}, che è di un altro collegamento',
  'a part ({event}) without sender or time': 'una parte ({event}) senza mittente o ora',
  'a delivery without a time': 'una consegna senza ora',
  'a word of {status} without a watermark': 'una notifica di {status} senza watermark',
  'a message without an id': 'un messaggio senza id',
  "A Facebook page and an app with Messenger in Meta's developer console: the page's access token, the app's secret, and a verify token of your own choosing.":
    'Una pagina Facebook e un’app con Messenger nella console per sviluppatori di Meta: il token di accesso della pagina, il segreto dell’app e un token di verifica scelto da te.',
  'Page ID': 'ID della pagina',
  'Id of the Facebook page.': 'Id della pagina Facebook.',
  'Page access token': 'Token di accesso della pagina',
  "The page's token, with pages_messaging.": 'Il token della pagina, con pages_messaging.',
  'Graph API': 'Graph API',
}
