// Outcomes and checks of the Graph API, in Italian.

export const meta: Record<string, string> = {
  '{product} reports that this object does not exist: {value}':
    '{product} segnala che questo oggetto non esiste: {value}',
  'it gave no reason': 'motivo non indicato',
  '{product} reports error {code}{value}': '{product} segnala l’errore {code}{value}',
  "Find the code in Meta's documentation, fix the cause, and resend the message.":
    'Cerca il codice nella documentazione di Meta, risolvi la causa e invia di nuovo il messaggio.',
  'the app was removed from the account of the access token': 'l’app è stata rimossa dall’account del token di accesso',
  "the access token's owner has to sign in to Facebook once":
    'il proprietario del token di accesso deve accedere una volta a Facebook',
  'the access token expired because its owner changed the password':
    'il token di accesso è scaduto perché il proprietario ha cambiato la password',
  'the access token has expired': 'il token di accesso è scaduto',
  "the access token's owner has not confirmed the account":
    'il proprietario del token di accesso non ha confermato l’account',
  'the access token was revoked': 'il token di accesso è stato revocato',
  "Put a current access token into {token} of the connection; a system user's token does not expire.":
    'Inserisci un token di accesso valido in {token} del collegamento; il token di un utente di sistema non scade.',
  '{sender} does not exist, or the access token has no access to it':
    '{sender} non esiste, oppure il token di accesso non può vederlo',
  'Check {senderSetting}, and check that the token belongs to the same business.':
    'Controlla {senderSetting} e che il token appartenga alla stessa azienda.',
  'the access token is not valid any more': 'il token di accesso non è più valido',
  'the access token is not accepted': 'il token di accesso non è accettato',
  'the access token lacks a permission': 'al token di accesso manca un permesso',
  'Meta has an internal error': 'errore interno di Meta',
  'the account is blocked for a policy violation': 'l’account è bloccato per una violazione delle norme',
  "Appeal in Meta's Business Support Home.": 'Fai ricorso nel Business Support Home di Meta.',
  'Meta throttles the calls of this app': 'Meta limita le chiamate di questa app',
  'Meta cannot register the webhook URL of this connection: PUBLIC_URL ({origin}) is not an https URL. Statuses, replies and button presses arrive only if it is a public https URL':
    'Meta non può registrare l’URL webhook di questo collegamento: PUBLIC_URL ({origin}) non è un URL https. Stati, risposte e pulsanti premuti arrivano solo con un URL https pubblico',
  'is not valid any more{value}': 'non è più valido{value}',
  'lacks the permission {missing}; create a token with this permission':
    'non ha il permesso {missing}; crea un token con questo permesso',
  'the access token does not expire': 'il token di accesso non scade',
  'at an unknown time': 'in un momento sconosciuto',
  'at {at}': 'il {at}',
  "the access token expires {day}: replace it with a system user's token, which does not expire":
    'il token di accesso scade {day}: sostituiscilo con il token di un utente di sistema, che non scade',
}
