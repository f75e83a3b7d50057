// The texts of the preference page in five languages.
import { pickLanguage } from '../../lib/text/pick-language.ts'

export interface PreferenceWords {
  title: string
  intro: (sender: string) => string
  /** The note at a category that cannot be declined. */
  always: string
  /** Which messages arrive on a channel with an opt-out. `always`: on a channel without one. */
  arrives: Record<'advertising' | 'optional' | 'all' | 'always', string>
  /** The title of the list of opt-outs, and its entries: which messages do not arrive. */
  optOuts: string
  stoppedAll: (sender: string) => string
  stoppedOnChannel: (channel: string, sender: string) => string
  stoppedAdvertising: (channel: string, sender: string) => string
  stoppedByWord: (channel: string, sender: string) => string
  /** The sender stopped the messages, for example because the address does not exist. Only the sender can lift this. */
  stoppedBySender: (channel: string, sender: string) => string
  /** Without channels, the category is declined on all channels. */
  stoppedCategory: (category: string, sender: string, channels: string | undefined) => string
  lift: string
  save: string
  everything: string
  saved: string
  stopped: string
  undo: string
  /** Shown if a change can no longer be undone. */
  late: string
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
    always: 'Questi messaggi arrivano finché non rinunci a tutto.',
    arrives: {
      advertising: 'Nessuna pubblicità',
      optional: 'Solo messaggi indispensabili',
      all: 'Nessun messaggio',
      always: 'Arrivano',
    },
    optOuts: 'Messaggi che non ricevi',
    stoppedAll: (sender) => `Tutti i messaggi di ${sender}, tranne quelli indispensabili`,
    stoppedOnChannel: (channel, sender) => `${channel}: tutti i messaggi di ${sender}, tranne quelli indispensabili`,
    stoppedAdvertising: (channel, sender) => `${channel}: la pubblicità di ${sender}`,
    stoppedByWord: (channel, sender) =>
      `${channel}: tutti i messaggi di ${sender}, perché hai risposto con una parola di disiscrizione. Se dopo «Ricevi di nuovo» non ne arrivano, rispondi START.`,
    stoppedBySender: (channel, sender) =>
      `${channel}: tutti i messaggi di ${sender}, perché l’invio al tuo indirizzo è bloccato. Contatta ${sender}.`,
    stoppedCategory: (category, sender, channels) => `«${category}» di ${sender}: ${channels ?? 'su tutti i canali'}`,
    lift: 'Ricevi di nuovo',
    save: 'Salva le preferenze',
    everything: 'Non voglio più ricevere nulla',
    saved: 'Le preferenze sono state salvate.',
    stopped: 'Non riceverai più messaggi, tranne quelli indispensabili.',
    undo: 'Annulla la modifica',
    late: 'Questa modifica non può più essere annullata.',
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
    always: 'These messages are sent until you unsubscribe from everything.',
    arrives: {
      advertising: 'No advertising',
      optional: 'Only essential messages',
      all: 'No messages',
      always: 'Sent',
    },
    optOuts: 'Messages that you do not receive',
    stoppedAll: (sender) => `All messages from ${sender}, except essential ones`,
    stoppedOnChannel: (channel, sender) => `${channel}: all messages from ${sender}, except essential ones`,
    stoppedAdvertising: (channel, sender) => `${channel}: advertising from ${sender}`,
    stoppedByWord: (channel, sender) =>
      `${channel}: all messages from ${sender}, because you replied with a stop word. If none arrive after “Receive again”, reply START.`,
    stoppedBySender: (channel, sender) =>
      `${channel}: all messages from ${sender}, because your address is blocked. Contact ${sender}.`,
    stoppedCategory: (category, sender, channels) => `“${category}” from ${sender}: ${channels ?? 'all channels'}`,
    lift: 'Receive again',
    save: 'Save preferences',
    everything: 'Unsubscribe from everything',
    saved: 'Your preferences are saved.',
    stopped: 'You will receive no more messages, except essential ones.',
    undo: 'Undo this change',
    late: 'This change can no longer be undone.',
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
    always: 'Diese Nachrichten werden gesendet, bis Sie sich von allem abmelden.',
    arrives: {
      advertising: 'Keine Werbung',
      optional: 'Nur unverzichtbare Nachrichten',
      all: 'Keine Nachrichten',
      always: 'Werden gesendet',
    },
    optOuts: 'Nachrichten, die Sie nicht erhalten',
    stoppedAll: (sender) => `Alle Nachrichten von ${sender}, außer unverzichtbaren`,
    stoppedOnChannel: (channel, sender) => `${channel}: alle Nachrichten von ${sender}, außer unverzichtbaren`,
    stoppedAdvertising: (channel, sender) => `${channel}: Werbung von ${sender}`,
    stoppedByWord: (channel, sender) =>
      `${channel}: alle Nachrichten von ${sender}, weil Sie mit einem Stoppwort geantwortet haben. Wenn nach „Wieder erhalten“ keine ankommen, antworten Sie mit START.`,
    stoppedBySender: (channel, sender) =>
      `${channel}: alle Nachrichten von ${sender}, weil Ihre Adresse gesperrt ist. Wenden Sie sich an ${sender}.`,
    stoppedCategory: (category, sender, channels) => `„${category}“ von ${sender}: ${channels ?? 'alle Kanäle'}`,
    lift: 'Wieder erhalten',
    save: 'Einstellungen speichern',
    everything: 'Von allem abmelden',
    saved: 'Ihre Einstellungen sind gespeichert.',
    stopped: 'Sie erhalten keine Nachrichten mehr, außer unverzichtbaren.',
    undo: 'Änderung rückgängig machen',
    late: 'Diese Änderung kann nicht mehr rückgängig gemacht werden.',
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
    always: 'Ces messages sont envoyés jusqu’à ce que vous vous désabonniez de tout.',
    arrives: {
      advertising: 'Pas de publicité',
      optional: 'Seulement les messages indispensables',
      all: 'Aucun message',
      always: 'Envoyés',
    },
    optOuts: 'Messages que vous ne recevez pas',
    stoppedAll: (sender) => `Tous les messages de ${sender}, sauf ceux qui sont indispensables`,
    stoppedOnChannel: (channel, sender) =>
      `${channel} : tous les messages de ${sender}, sauf ceux qui sont indispensables`,
    stoppedAdvertising: (channel, sender) => `${channel} : la publicité de ${sender}`,
    stoppedByWord: (channel, sender) =>
      `${channel} : tous les messages de ${sender}, car vous avez répondu par un mot d’arrêt. Si aucun n’arrive après « Recevoir à nouveau », répondez START.`,
    stoppedBySender: (channel, sender) =>
      `${channel} : tous les messages de ${sender}, car votre adresse est bloquée. Contactez ${sender}.`,
    stoppedCategory: (category, sender, channels) => `« ${category} » de ${sender} : ${channels ?? 'tous les canaux'}`,
    lift: 'Recevoir à nouveau',
    save: 'Enregistrer les préférences',
    everything: 'Me désabonner de tout',
    saved: 'Vos préférences sont enregistrées.',
    stopped: 'Vous ne recevrez plus de messages, sauf ceux qui sont indispensables.',
    undo: 'Annuler cette modification',
    late: 'Cette modification ne peut plus être annulée.',
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
    always: 'Estos mensajes se envían hasta que te des de baja de todo.',
    arrives: {
      advertising: 'Sin publicidad',
      optional: 'Solo mensajes imprescindibles',
      all: 'Ningún mensaje',
      always: 'Se envían',
    },
    optOuts: 'Mensajes que no recibes',
    stoppedAll: (sender) => `Todos los mensajes de ${sender}, salvo los imprescindibles`,
    stoppedOnChannel: (channel, sender) => `${channel}: todos los mensajes de ${sender}, salvo los imprescindibles`,
    stoppedAdvertising: (channel, sender) => `${channel}: la publicidad de ${sender}`,
    stoppedByWord: (channel, sender) =>
      `${channel}: todos los mensajes de ${sender}, porque respondiste con una palabra de baja. Si no llega ninguno después de «Recibir de nuevo», responde START.`,
    stoppedBySender: (channel, sender) =>
      `${channel}: todos los mensajes de ${sender}, porque tu dirección está bloqueada. Contacta con ${sender}.`,
    stoppedCategory: (category, sender, channels) => `«${category}» de ${sender}: ${channels ?? 'todos los canales'}`,
    lift: 'Recibir de nuevo',
    save: 'Guardar las preferencias',
    everything: 'Darme de baja de todo',
    saved: 'Tus preferencias se han guardado.',
    stopped: 'No recibirás más mensajes, salvo los imprescindibles.',
    undo: 'Deshacer este cambio',
    late: 'Este cambio ya no se puede deshacer.',
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
