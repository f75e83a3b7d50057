// Outcomes and checks of the Graph API, in Italian.

export const meta: Record<string, string> = {
  '{product} knows nothing of the kind: {value}': '{product} non conosce questo oggetto: {value}',
  'it does not say why': 'non dice perché',
  '{product} reports error {code}{value}': '{product} segnala l’errore {code}{value}',
  "Look up the code in Meta's documentation, correct the cause, and resend the message.":
    'Cerca il codice nella documentazione di Meta, correggi la causa e invia di nuovo il messaggio.',
  'the app was removed from the account the access token belongs to':
    'l’app è stata rimossa dall’account a cui appartiene il token di accesso',
  "the access token's owner has to sign in to Facebook once":
    'il proprietario del token di accesso deve accedere una volta a Facebook',
  "the access token ended with its owner's password":
    'il token di accesso non vale più, perché il proprietario ha cambiato password',
  'the access token has expired': 'il token di accesso è scaduto',
  "the access token's owner has not confirmed the account":
    'il proprietario del token di accesso non ha confermato l’account',
  'the access token was revoked': 'il token di accesso è stato revocato',
  "Put a current access token into {token} of the connection; a system user's token does not expire.":
    'Metti un token di accesso attuale in {token} del collegamento; il token di un utente di sistema non scade.',
  '{sender} does not exist, or the access token may not see it':
    '{sender} non esiste, oppure il token di accesso non può vederlo',
  'Check {senderSetting}, and that the token belongs to the same business.':
    'Controlla {senderSetting}, e che il token appartenga alla stessa azienda.',
  'the access token is not valid any more': 'il token di accesso non è più valido',
  'the access token is not accepted': 'il token di accesso non è accettato',
  'the access token lacks a permission': 'al token di accesso manca un permesso',
  'Meta has a problem of its own': 'Meta ha un problema interno',
  'the account is blocked for a policy violation': 'l’account è bloccato per una violazione delle norme',
  "Open Meta's Business Support Home and appeal.": 'Apri il Business Support Home di Meta e fai ricorso.',
  'Meta wants fewer calls of this app': 'Meta chiede meno chiamate da questa app',
  "Meta can't register the address of this connection: PUBLIC_URL ({origin}) is no https address. Until it is one that the internet reaches, no status, reply or tap comes back":
    'Meta non può registrare l’indirizzo di questo collegamento: PUBLIC_URL ({origin}) non è un indirizzo https. Finché non lo è, ed è raggiungibile da internet, non arrivano stati, risposte e pulsanti premuti',
  'is not valid any more{value}': 'non è più valido{value}',
  'lacks the permission {lacks}; make a token that has it': 'non ha il permesso {lacks}; crea un token che lo abbia',
  'the access token does not expire': 'il token di accesso non scade',
  'some day': 'prima o poi',
  'at {at}': 'il {at}',
  'the access token expires {day}: replace it before by one of a system user, which lasts':
    'il token di accesso scade {day}: sostituiscilo prima con quello di un utente di sistema, che non scade',
}
