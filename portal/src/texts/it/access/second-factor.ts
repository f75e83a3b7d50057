// The Italian texts of the second factor on the page “Your account”.
import type * as english from '../../en/access/second-factor.ts'
import { figure } from '../numbers.ts'

export const secondFactor: typeof english.secondFactor = {
  title: 'Secondo fattore',
  text: 'Così una password rubata non basta per accedere: serve anche un codice di un’app sul tuo telefono.',
  on: 'Attivo',
  off: 'Non attivo',
  since: 'Attivo dal',
  codesLeft: (left: number) => `Codici di recupero rimasti: ${figure(left)}`,
  fewCodes: 'Crea nuovi codici di recupero prima di finirli.',
  setUp: 'Configura',
  setUpTitle: 'Configura un secondo fattore',
  confirmPassword: 'Inserisci la tua password per continuare.',
  next: 'Continua',
  scan: 'Scansiona questo codice QR con un’app di autenticazione, per esempio Google Authenticator, 1Password o Aegis.',
  qrLabel: 'Codice QR per l’app di autenticazione',
  byHand: 'Oppure inserisci questa chiave nell’app:',
  key: 'Chiave',
  firstCode: 'Codice dell’app',
  firstCodeHint: 'L’app mostra 6 cifre, che cambiano ogni 30 secondi.',
  turnOn: 'Attiva',
  turnedOn: 'Il secondo fattore è attivo. Le altre tue sessioni sono state chiuse.',
  codesTitle: 'I tuoi codici di recupero',
  codesText:
    'Se perdi il telefono, accedi con uno di questi codici. Ogni codice funziona una volta sola. Conservali in un posto sicuro: non verranno mostrati di nuovo.',
  codesLabel: 'codici di recupero',
  download: 'Scarica',
  fileName: 'carillon-codici-di-recupero.txt',
  stored: 'Ho conservato i codici',
  renew: 'Nuovi codici di recupero',
  renewTitle: 'Crea nuovi codici di recupero',
  renewText: 'I codici di recupero precedenti smettono di funzionare.',
  turnOff: 'Disattiva',
  turnOffTitle: 'Disattiva il secondo fattore',
  turnOffText: 'Dopo, per accedere basta la password.',
  turnedOff: 'Il secondo fattore non è più attivo.',
}
