// The Italian texts of the page “Your account”.
import type * as english from '../../en/access/account.ts'

export const account: typeof english.account = {
  title: 'Il tuo account',
  text: (email: string) => `Accesso effettuato come ${email}.`,
  token: 'Hai effettuato l’accesso con un token di gestione, che non ha un account.',
  profile: 'Il tuo nome',
  profileText: 'Visibile agli altri membri e nel registro attività.',
  password: 'Password',
  passwordText: 'Se cambi la password, tutte le altre tue sessioni vengono chiuse.',
  current: 'Password attuale',
  changePassword: 'Cambia password',
  passwordChanged: 'Password cambiata. Le altre tue sessioni sono state chiuse.',
  sessions: 'Sessioni',
  sessionsText:
    'I browser e i dispositivi con cui hai effettuato l’accesso. Se non riconosci una sessione, chiudila e cambia la password.',
  thisOne: 'Questa sessione',
  lastSeen: 'ultima attività',
  began: 'accesso',
  end: 'Chiudi',
  device: (browser: string, system: string) => `${browser} su ${system}`,
  endTitle: (device: string) => `Chiudere la sessione su ${device}?`,
  endText: 'Il dispositivo verrà disconnesso alla prossima richiesta.',
  endYes: 'Chiudi sessione',
  ended: 'Sessione chiusa',
  endOthers: 'Chiudi tutte le altre',
  endOthersTitle: 'Chiudere tutte le altre tue sessioni?',
  endOthersText: 'Tutti gli altri browser e dispositivi verranno disconnessi. Questa sessione resta attiva.',
  endOthersYes: 'Chiudi le altre sessioni',
  othersEnded: 'Tutte le altre sessioni sono state chiuse',
}
