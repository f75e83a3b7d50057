// The words with which a person stops and resumes SMS messages or asks for help, in the languages of the product.
import { keywordOf as normalized } from '../../lib/text/keyword.ts'

export type Keyword = 'stop' | 'start' | 'help'

/**
 * A message counts only if it consists of one of these words. The first line of each list has the English words that
 * carriers and providers use. The other lines are Italian, German, French and Spanish.
 */
const words: Record<Keyword, string[]> = {
  stop: [
    ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'],
    ...['ferma', 'fermare', 'cancella', 'cancellami', 'disiscrivi', 'disiscrivimi', 'basta'],
    ...['stopp', 'abmelden', 'abbestellen', 'ende'],
    ...['arret', 'arrêt', 'arreter', 'arrêter', 'desabonner', 'désabonner', 'desinscrire', 'désinscrire'],
    ...['alto', 'baja', 'parar', 'cancelar', 'detener'],
  ],
  start: [
    ...['start', 'unstop', 'subscribe', 'optin', 'opt in'],
    ...['inizia', 'riprendi', 'iscrivimi'],
    ...['anmelden', 'starten'],
    ...['reprendre', 'abonner', 'debut', 'début'],
    ...['alta', 'iniciar', 'empezar'],
  ],
  help: [...['help', 'info'], ...['aiuto'], ...['hilfe'], ...['aide'], ...['ayuda']],
}

const meanings = new Map<string, Keyword>([
  ...words.stop.map((word) => [word, 'stop'] as const),
  ...words.start.map((word) => [word, 'start'] as const),
  ...words.help.map((word) => [word, 'help'] as const),
])

/** The words that Twilio, Telnyx and American carriers answer themselves. */
const usual = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  ...['start', 'unstop', 'yes', 'help', 'info'],
])

/** Returns whether a message consists of one word that providers answer themselves. */
export function isUsual(text: string): boolean {
  return text.length <= LONGEST && usual.has(normalized(text))
}

/** Returns whether a message consists of the word YES, after which Twilio sends to the number again. */
export function isYes(text: string): boolean {
  return text.length <= LONGEST && normalized(text) === 'yes'
}

/** The longest text that is compared with the words. */
const LONGEST = 64

/** Returns the meaning of a message that consists of one word of the lists. Ignores case and punctuation around it. */
export function keywordIn(text: string): Keyword | undefined {
  return text.length > LONGEST ? undefined : meanings.get(normalized(text))
}
