// The texts of the preference page in five languages.
import { pickLanguage } from '../../lib/text/pick-language.ts'

export interface PreferenceWords {
  title: string
  intro: (sender: string) => string
  /** The note at a category that cannot be declined. */
  always: string
  save: string
  everything: string
  saved: string
  stopped: string
  undo: string
  /** Shown if the workspace has no categories or the recipient has no address. */
  nothing: string
  unknown: string
  deleted: string
  /** The link from the unsubscribe page to this page. */
  choose: string
  question: (category: string, address: string, sender: string) => string
  done: (category: string, address: string, sender: string) => string
  undone: (category: string, address: string, sender: string) => string
}

const words = {
  it: {
    title: 'Preferenze dei messaggi',
    intro: (sender) => `Scegli quali messaggi ricevere da ${sender} e su quali canali.`,
    always: 'Questi messaggi arrivano sempre.',
    save: 'Salva le preferenze',
    everything: 'Non voglio più ricevere nulla',
    saved: 'Le preferenze sono state salvate.',
    stopped: 'Non riceverai più messaggi, tranne quelli indispensabili.',
    undo: 'Annulla la modifica',
    nothing: 'Non ci sono messaggi tra cui scegliere.',
    unknown: 'Questo link non è valido o è scaduto.',
    deleted: 'I dati collegati a questo link sono stati eliminati.',
    choose: 'Scegli quali messaggi ricevere',
    question: (category, address, sender) =>
      `Non vuoi più ricevere i messaggi «${category}» di ${sender} all’indirizzo ${address}?`,
    done: (category, address, sender) => `Fatto: ${address} non riceverà più i messaggi «${category}» di ${sender}.`,
    undone: (category, address, sender) => `${address} riceve di nuovo i messaggi «${category}» di ${sender}.`,
  },
  en: {
    title: 'Message preferences',
    intro: (sender) => `Choose which messages from ${sender} you receive, and on which channels.`,
    always: 'These messages are always sent.',
    save: 'Save preferences',
    everything: 'Unsubscribe from everything',
    saved: 'Your preferences are saved.',
    stopped: 'You will receive no more messages, except essential ones.',
    undo: 'Undo this change',
    nothing: 'There are no messages to choose from.',
    unknown: 'This link is not valid or has expired.',
    deleted: 'The data for this link were deleted.',
    choose: 'Choose which messages to receive',
    question: (category, address, sender) => `Unsubscribe ${address} from “${category}” messages from ${sender}?`,
    done: (category, address, sender) => `Done: ${address} will receive no more “${category}” messages from ${sender}.`,
    undone: (category, address, sender) => `${address} receives “${category}” messages from ${sender} again.`,
  },
  de: {
    title: 'Nachrichteneinstellungen',
    intro: (sender) => `Wählen Sie, welche Nachrichten von ${sender} Sie auf welchen Kanälen erhalten.`,
    always: 'Diese Nachrichten werden immer gesendet.',
    save: 'Einstellungen speichern',
    everything: 'Von allem abmelden',
    saved: 'Ihre Einstellungen sind gespeichert.',
    stopped: 'Sie erhalten keine Nachrichten mehr, außer unverzichtbaren.',
    undo: 'Änderung rückgängig machen',
    nothing: 'Es gibt keine Nachrichten zur Auswahl.',
    unknown: 'Dieser Link ist nicht gültig oder abgelaufen.',
    deleted: 'Die Daten zu diesem Link wurden gelöscht.',
    choose: 'Auswählen, welche Nachrichten Sie erhalten',
    question: (category, address, sender) =>
      `Möchten Sie unter ${address} keine Nachrichten „${category}“ von ${sender} mehr erhalten?`,
    done: (category, address, sender) =>
      `Erledigt: ${address} erhält keine Nachrichten „${category}“ von ${sender} mehr.`,
    undone: (category, address, sender) => `${address} erhält wieder Nachrichten „${category}“ von ${sender}.`,
  },
  fr: {
    title: 'Préférences de messages',
    intro: (sender) => `Choisissez les messages de ${sender} que vous recevez, et sur quels canaux.`,
    always: 'Ces messages sont toujours envoyés.',
    save: 'Enregistrer les préférences',
    everything: 'Me désabonner de tout',
    saved: 'Vos préférences sont enregistrées.',
    stopped: 'Vous ne recevrez plus de messages, sauf ceux qui sont indispensables.',
    undo: 'Annuler cette modification',
    nothing: 'Il n’y a aucun message à choisir.',
    unknown: 'Ce lien n’est pas valide ou a expiré.',
    deleted: 'Les données liées à ce lien ont été supprimées.',
    choose: 'Choisir les messages à recevoir',
    question: (category, address, sender) =>
      `Ne plus recevoir les messages « ${category} » de ${sender} à l’adresse ${address} ?`,
    done: (category, address, sender) =>
      `C’est fait : ${address} ne recevra plus les messages « ${category} » de ${sender}.`,
    undone: (category, address, sender) => `${address} reçoit de nouveau les messages « ${category} » de ${sender}.`,
  },
  es: {
    title: 'Preferencias de mensajes',
    intro: (sender) => `Elige qué mensajes de ${sender} recibes y por qué canales.`,
    always: 'Estos mensajes se envían siempre.',
    save: 'Guardar las preferencias',
    everything: 'Darme de baja de todo',
    saved: 'Tus preferencias se han guardado.',
    stopped: 'No recibirás más mensajes, salvo los imprescindibles.',
    undo: 'Deshacer este cambio',
    nothing: 'No hay mensajes entre los que elegir.',
    unknown: 'Este enlace no es válido o ha caducado.',
    deleted: 'Los datos de este enlace se han eliminado.',
    choose: 'Elegir qué mensajes recibir',
    question: (category, address, sender) =>
      `¿No quieres recibir más mensajes «${category}» de ${sender} en ${address}?`,
    done: (category, address, sender) => `Hecho: ${address} no recibirá más mensajes «${category}» de ${sender}.`,
    undone: (category, address, sender) => `${address} vuelve a recibir los mensajes «${category}» de ${sender}.`,
  },
} satisfies Record<string, PreferenceWords>

/** Returns the texts in the language of the first locale for which texts exist. */
export function preferenceWords(locales: string[]): { language: string; words: PreferenceWords } {
  return pickLanguage<PreferenceWords>(words, locales)
}
