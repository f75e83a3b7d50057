// The texts that the service adds to an email and to the unsubscribe page, in five languages.
import { pickLanguage } from '../../lib/text/pick-language.ts'

export interface EmailWords {
  unsubscribe: string
  /** The reason why the recipient receives the email. The unsubscribe link follows this text. */
  because: (sender: string) => string
  question: (address: string, sender: string) => string
  confirm: string
  done: (address: string, sender: string) => string
  /** The button below `done` that subscribes the address again. */
  undo: string
  undone: (address: string, sender: string) => string
  unknown: string
}

const words = {
  it: {
    unsubscribe: 'Annulla l’iscrizione',
    because: (sender) => `Ricevi questo messaggio da ${sender}.`,
    question: (address, sender) => `Non vuoi più ricevere messaggi da ${sender} all’indirizzo ${address}?`,
    confirm: 'Sì, annulla l’iscrizione',
    done: (address, sender) => `Fatto: ${address} non riceverà più messaggi da ${sender}.`,
    undo: 'Annulla: voglio ricevere ancora i messaggi',
    undone: (address, sender) => `${address} riceve di nuovo i messaggi di ${sender}.`,
    unknown: 'Questo link non è valido. Aprilo di nuovo dal messaggio, per intero.',
  },
  en: {
    unsubscribe: 'Unsubscribe',
    because: (sender) => `You receive this message from ${sender}.`,
    question: (address, sender) => `Unsubscribe ${address} from messages from ${sender}?`,
    confirm: 'Yes, unsubscribe',
    done: (address, sender) => `Done: ${address} will receive no more messages from ${sender}.`,
    undo: 'Undo: keep receiving messages',
    undone: (address, sender) => `${address} receives messages from ${sender} again.`,
    unknown: 'This link is not valid. Open the complete link from the message again.',
  },
  de: {
    unsubscribe: 'Abmelden',
    because: (sender) => `Sie erhalten diese Nachricht von ${sender}.`,
    question: (address, sender) => `Möchten Sie unter ${address} keine Nachrichten von ${sender} mehr erhalten?`,
    confirm: 'Ja, abmelden',
    done: (address, sender) => `Erledigt: ${address} erhält keine Nachrichten von ${sender} mehr.`,
    undo: 'Rückgängig: weiter Nachrichten erhalten',
    undone: (address, sender) => `${address} erhält wieder Nachrichten von ${sender}.`,
    unknown: 'Dieser Link ist nicht gültig. Öffnen Sie ihn noch einmal vollständig aus der Nachricht.',
  },
  fr: {
    unsubscribe: 'Se désabonner',
    because: (sender) => `Vous recevez ce message de ${sender}.`,
    question: (address, sender) => `Ne plus recevoir de messages de ${sender} à l’adresse ${address} ?`,
    confirm: 'Oui, me désabonner',
    done: (address, sender) => `C’est fait : ${address} ne recevra plus de messages de ${sender}.`,
    undo: 'Annuler : continuer à recevoir les messages',
    undone: (address, sender) => `${address} reçoit de nouveau les messages de ${sender}.`,
    unknown: 'Ce lien n’est pas valide. Ouvrez-le de nouveau, en entier, depuis le message.',
  },
  es: {
    unsubscribe: 'Darse de baja',
    because: (sender) => `Recibes este mensaje de ${sender}.`,
    question: (address, sender) => `¿No quieres recibir más mensajes de ${sender} en ${address}?`,
    confirm: 'Sí, darme de baja',
    done: (address, sender) => `Hecho: ${address} no recibirá más mensajes de ${sender}.`,
    undo: 'Deshacer: seguir recibiendo mensajes',
    undone: (address, sender) => `${address} vuelve a recibir mensajes de ${sender}.`,
    unknown: 'Este enlace no es válido. Ábrelo de nuevo, completo, desde el mensaje.',
  },
} satisfies Record<string, EmailWords>

/** Returns the texts in the language of the first locale for which texts exist. */
export function emailWords(locales: string[]): { language: string; words: EmailWords } {
  return pickLanguage<EmailWords>(words, locales)
}
