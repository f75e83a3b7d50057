// Refusals of members, keys, workspaces and sessions, in Italian.

export const access: Record<string, string> = {
  'The email address or the password is wrong.': 'L’indirizzo email o la password non sono corretti.',
  'The password was changed a moment ago; sign in with the new one.':
    'La password è appena cambiata; accedi con quella nuova.',
  'This account has a second factor: send the code of the authenticator app, or a recovery code, in the field code.':
    'Questo account ha un secondo fattore: inserisci il codice dell’app di autenticazione, oppure un codice di recupero.',
  'The code is wrong, too old or already used. Enter the newest code of your authenticator app, or a recovery code.':
    'Il codice è sbagliato, troppo vecchio o già usato. Inserisci il codice più recente della tua app di autenticazione, oppure un codice di recupero.',
  'recovery code': 'codice di recupero',
  'Your account already has a second factor. Turn it off before you set up another one.':
    'Il tuo account ha già un secondo fattore. Disattivalo prima di configurarne un altro.',
  'is not the current code: check that the clock of your phone is right, and enter the newest code':
    'non è il codice attuale: controlla che l’ora del telefono sia giusta e inserisci il codice più recente',
  'Your account already has a second factor.': 'Il tuo account ha già un secondo fattore.',
  'The set-up was not started, or is older than 30 minutes. Start it again.':
    'La configurazione non è iniziata o ha più di 30 minuti. Ricominciala.',
  '{name} has no second factor.': '{name} non ha un secondo fattore.',
  'Your account has no second factor.': 'Il tuo account non ha un secondo fattore.',
  'Sign in with {name}. In this installation, only operators sign in with a password.':
    'Accedi con {name}. In questa installazione solo gli operatori accedono con una password.',
  'This account at the provider is already linked to another account of this installation.':
    'Questo account del provider è già collegato a un altro account di questa installazione.',
  'Your account has no password, so this is its only sign-in. Set a password with "Forgot your password?" first.':
    'Il tuo account non ha una password, quindi questo è il suo unico accesso. Prima imposta una password con «Password dimenticata?».',
  'You have no linked account {id}.': 'Non hai l’account collegato {id}.',
  'The sign-in with {name} was canceled.': 'L’accesso con {name} è stato annullato.',
  '{name} refused the sign-in: {description}. Try again, or ask an operator.':
    '{name} ha rifiutato l’accesso: {description}. Riprova, oppure chiedi a un operatore.',
  'The sign-in with {name} does not work at the moment: it {error}. Try again in a minute, or ask an operator.':
    'In questo momento l’accesso con {name} non funziona: {error}. Riprova tra un minuto, oppure chiedi a un operatore.',
  'The answer of {name} could not be used: it {error}. Start the sign-in again.':
    'La risposta di {name} non è utilizzabile: {error}. Ricomincia l’accesso.',
  'is not valid ({message})': 'non è valida ({message})',
  'answered {code}': 'ha risposto {code}',
  'Sign in with your password and link the account under "Your account", or ask an operator.':
    'Accedi con la password e collega l’account in «Il tuo account», oppure chiedi a un operatore.',
  '{name} did not report an email address, so no account could be found. {link}':
    '{name} non ha comunicato un indirizzo email, quindi non è stato trovato nessun account. {link}',
  '{name} has not verified that {email} is your address, so it opens no account. {link}':
    '{name} non ha verificato che {email} sia il tuo indirizzo, quindi non apre nessun account. {link}',
  '{email} is not linked to an account, and its domain may not sign in without a link. {link}':
    '{email} non è collegato a un account, e il suo dominio non può accedere senza un collegamento. {link}',
  'This account was removed.': 'Questo account è stato rimosso.',
  '{email} now has an account. Start the sign-in again.': '{email} ora ha un account. Ricomincia l’accesso.',
  'The link to this account was changed a moment ago. Start the sign-in again.':
    'Il collegamento a questo account è appena cambiato. Ricomincia l’accesso.',
  'This sign-in was started in another browser, or more than ten minutes ago, or is already finished. Start it again.':
    'Questo accesso è iniziato in un altro browser o più di dieci minuti fa, oppure è già concluso. Ricomincialo.',
  'This installation has no OpenID Connect provider: OIDC_ISSUER is not set.':
    'Questa installazione non ha un provider OpenID Connect: OIDC_ISSUER non è impostato.',
  'The account was not linked: you are no longer signed in as the member who started this.':
    'L’account non è stato collegato: non hai più effettuato l’accesso come il membro che ha iniziato.',
  'No member {id}.': 'Il membro {id} non esiste.',
  'This member is the last owner of {orphaned}; make another member an owner first.':
    'Questo membro è l’ultimo proprietario di {orphaned}; prima rendi proprietario un altro membro.',
  'This is the last operator of the installation; make another member an operator first.':
    'Questo è l’ultimo operatore dell’installazione; prima rendi operatore un altro membro.',
  'Too many attempts on this account': 'Troppi tentativi su questo account',
  'Management token {name} (…{hint})': 'Token di gestione {name} (…{hint})',
  'is easy to guess: common words, your own name, repetitions and keyboard rows make a password only a little stronger. Use a longer phrase.':
    'è facile da indovinare: parole comuni, il tuo nome, ripetizioni e tasti vicini rendono la password solo poco più sicura. Usa una frase più lunga.',
  'from this workspace': 'da questo spazio di lavoro',
  'from you': 'da te',
  'to {email}': 'a {email}',
  'Too many invitations {what}': 'Troppi inviti {what}',
  'This invitation is not valid: it was accepted, revoked or replaced by a newer one, or is older than 7 days. Ask the person who invited you for a new invitation.':
    'L’invito è già stato accettato, revocato o sostituito da uno più recente, oppure ha più di 7 giorni. Chiedine un altro a chi ti ha invitato.',
  'The operator': 'un operatore',
  '{email} is already a member of this workspace.': '{email} è già membro di questo spazio di lavoro.',
  'No invitation {id} in this workspace.': 'In questo spazio di lavoro non c’è l’invito {id}.',
  'This invitation is for {email}, and you are signed in as {email2}. Sign out first.':
    'Questo invito è per {email}, e tu hai effettuato l’accesso come {email2}. Prima esci.',
  '{email} now has an account; sign in and open the link again.':
    '{email} ora ha un account: accedi e apri di nuovo il link.',
  'is required: this address has no account yet': 'è obbligatorio: questo indirizzo non ha ancora un account',
  'is required: {email} already has an account; enter its password':
    'è obbligatorio: {email} ha già un account; inserisci la sua password',
  'This is not the password of {email}.': 'Questa non è la password di {email}.',
  'This installation has {live} live management tokens, the maximum. Revoke one first.':
    'Questa installazione ha {live} token di gestione attivi, il massimo. Prima revocane uno.',
  'No management token {id}.': 'Il token di gestione {id} non esiste.',
  'No member {memberId} in this workspace.': 'In questo spazio di lavoro non c’è il membro {memberId}.',
  '{name} is the last owner of this workspace; make another member an owner first.':
    '{name} è l’ultimo proprietario di questo spazio di lavoro; prima rendi proprietario un altro membro.',
  'Too many attempts from your network': 'Troppi tentativi dalla tua rete',
  'This link is not valid: it was used, is older than an hour, or is incomplete. Request another link.':
    'Questo link non è valido: è già stato usato, ha più di un’ora o è incompleto. Chiedine un altro.',
  'is not your password': 'non è la tua password',
  'must have {shortest} characters or more': 'deve avere almeno {shortest} caratteri',
  'must have at most {longest} characters': 'deve avere al massimo {longest} caratteri',
  'must not be the email address': 'non può essere l’indirizzo email',
  'must have at least four different characters': 'deve avere almeno quattro caratteri diversi',
  'Too many people are signing in now. Try again in a few seconds.':
    'Troppi accessi in questo momento. Riprova tra qualche secondo.',
  'The messages of another month are counted now. Try again in a few seconds.':
    'In questo momento si contano i messaggi di un altro mese. Riprova tra qualche secondo.',
  'You have no session {id}.': 'Non hai una sessione {id}.',
  'This link is not valid: it was used, is too old, or is incomplete. Restart the service, or run "carillon token --setup", to get a new one.':
    'Questo link non è valido: è già stato usato, è troppo vecchio o è incompleto. Riavvia il servizio, oppure esegui "carillon token --setup", per averne uno nuovo.',
  '{email} already has an account; sign in with it.': '{email} ha già un account; accedi con quello.',
  'This installation already has an owner. Sign in, or ask the owner for an invitation.':
    'Questa installazione ha già un proprietario. Accedi, oppure chiedi un invito al proprietario.',
  'No source {sourceId} in this workspace.': 'In questo spazio di lavoro non c’è la sorgente {sourceId}.',
  'No {kind} key {id} on this source.': 'Questa sorgente non ha la chiave {kind} {id}.',
  'The {kind} key {id} was revoked and cannot be changed.':
    'La chiave {kind} {id} è stata revocata e non si può più modificare.',
  'This source has {keysOfSource} {kind} keys in use: revoke one first.':
    'Questa sorgente ha {keysOfSource} chiavi {kind} in uso: prima revocane una.',
  'must be on one line, without control characters': 'deve stare su una riga, senza caratteri di controllo',
  'must be a name, not an address: leave out :// and www.': 'deve essere un nome, non un indirizzo: rimuovi :// e www.',
  'would make the balance negative': 'renderebbe il saldo negativo',
  'Only an operator of this installation can change {setFields}.':
    'Solo un operatore di questa installazione può cambiare {setFields}.',
  'This management token expired at {expiredAt}. Create another one.':
    'Questo token di gestione è scaduto il {expiredAt}. Creane un altro.',
  'This management token is not valid.': 'Questo token di gestione non è valido.',
  'Your session has ended. Sign in again.': 'La sessione è scaduta. Accedi di nuovo.',
  'Sign in, or send a management token as "Authorization: Bearer <token>". The first token is in DATA_DIR/admin-token.':
    'Accedi, oppure invia un token di gestione come "Authorization: Bearer <token>". Il primo token è in DATA_DIR/admin-token.',
  'Only an operator of this installation may do this.': 'Solo un operatore di questa installazione può farlo.',
  'You are a viewer of this workspace, so you cannot change it. This requires the role {need}.':
    'Sei un osservatore di questo spazio di lavoro e non puoi modificarlo. Serve il ruolo {need}.',
  'This request requires the role owner, and you are an admin of this workspace.':
    'Sei un amministratore di questo spazio di lavoro. Serve il ruolo proprietario.',
  'Nothing was changed: this page is at {origin}, but PUBLIC_URL is {publicUrl}. Open {publicUrl2}, or set PUBLIC_URL to {origin2}.':
    'Nessuna modifica: questa pagina è a {origin}, ma PUBLIC_URL è {publicUrl}. Apri {publicUrl2}, oppure imposta PUBLIC_URL su {origin2}.',
  'Nothing was changed: the request does not come from a page of this service.':
    'Nessuna modifica: la richiesta non proviene da una pagina di questo servizio.',
  'it has the rights of a viewer in every workspace': 'ha i permessi di un osservatore in ogni spazio di lavoro',
  'it has the rights of an owner in every workspace': 'ha i permessi di un proprietario in ogni spazio di lavoro',
  'A management token has no account. Sign in to the portal.':
    'Un token di gestione non ha un account. Accedi al portale.',
  'This management token has the scope {scope}: {scope2}. This request requires the scope {needed}.':
    'Questo token di gestione ha lo scope {scope}: {scope2}. Questa richiesta richiede lo scope {needed}.',
  'must be in the future': 'deve essere nel futuro',
  'Your management token expires at {end}. A token that it creates must expire at that time or earlier: set expires_at.':
    'Il tuo token di gestione scade il {end}. Un token creato con esso deve scadere entro quel momento: imposta expires_at.',
  'If this address has an account, it will receive a link.': 'Se questo indirizzo ha un account, riceverà un link.',
  'This installation sends no mail. Ask an operator for a link: operators can create it under Members.':
    'Questa installazione non invia email. Chiedi un link a un operatore, che può crearlo in Membri.',
  'has {length} deliveries; at most {mostWatched} are allowed': 'ha {length} invii; al massimo {mostWatched}',
  'must have the form 17:sent,16:queued': 'deve avere la forma 17:sent,16:queued',
  viewer: 'osservatore',
  admin: 'amministratore',
  owner: 'proprietario',
  'You already have {value} in this workspace. Remove one first.':
    'Hai già {value} in questo spazio di lavoro. Rimuovine prima uno.',
  'No saved filter {id}.': 'Nessun filtro salvato {id}.',
  'has {size} characters; at most {characters} are allowed': 'ha {size} caratteri; il massimo è {characters}',
  '{n} saved filter': '{n} filtro salvato',
  '{n} saved filters': '{n} filtri salvati',
  'must differ from the beginning': 'deve essere diverso dall’inizio',
  'The upgrade of this installation is not finished: processes of 0.1.0 send messages during quiet hours. Stop them, then run "carillon migrate --finish".':
    'L’aggiornamento di questa installazione non è concluso: i processi della 0.1.0 inviano messaggi nelle ore di silenzio. Fermali, poi esegui “carillon migrate --finish”.',
  'is not the name of a time zone, such as Europe/Rome': 'non è il nome di un fuso orario, come Europe/Rome',
  'The local time at which the quiet hours begin.': 'L’ora locale in cui iniziano le ore di silenzio.',
  'The local time at which they end. If it is earlier than `from`, they end on the next day.':
    'L’ora locale in cui finiscono. Se è prima di `from`, finiscono il giorno dopo.',
}
