// Texts of the pages that the link of a button opens, by language. To add a language, add an entry to this catalog.
import { pickLanguage } from '../../lib/text/pick-language.ts'

/** The texts for each result of a click on the link. `label` is the label of the button. */
interface ActionWords {
  taken: PageText
  confirm: PageText
  used: PageText
  expired: PageText
  forged: PageText
  unknown: PageText
  /**
   * The page for link scanners and previews. A person also sees it if the service classifies the browser as a scanner.
   */
  neutral: PageText
  /**
   * Shown if too many invalid links were opened from the client's network, also on the unsubscribe and preference pages.
   */
  busy: PageText
  unavailable: PageText
}

interface PageText {
  title: string
  text: (label: string) => string
}

export type ActionPage = keyof ActionWords

const words = {
  it: {
    taken: {
      title: 'Fatto',
      text: (label) => `La tua scelta «${label}» è stata ricevuta. Puoi chiudere questa pagina.`,
    },
    confirm: { title: 'Confermi?', text: (label) => `Premi il pulsante per confermare «${label}».` },
    used: {
      title: 'Già utilizzato',
      text: (label) =>
        `«${label}» è già stato usato. Ogni pulsante vale una volta sola; se non sei stato tu, scrivi a chi ti ha inviato il messaggio.`,
    },
    expired: {
      title: 'Scaduto',
      text: (label) => `Il tempo per scegliere «${label}» è finito. Chiedi un nuovo messaggio a chi te lo ha inviato.`,
    },
    forged: {
      title: 'Link non autentico',
      text: () =>
        'Questo link è stato modificato e non è stato eseguito nulla. Aprilo di nuovo dal messaggio che hai ricevuto.',
    },
    unknown: {
      title: 'Link non trovato',
      text: () => 'Questo link non esiste, forse perché non è intero. Aprilo di nuovo dal messaggio che hai ricevuto.',
    },
    neutral: {
      title: 'Apri il link dal messaggio',
      text: () => 'Qui non è stato eseguito nulla. Per rispondere, apri il link nel tuo browser.',
    },
    busy: {
      title: 'Troppi tentativi',
      text: () => 'Da questo indirizzo sono arrivati troppi link non validi. Riprova tra un minuto.',
    },
    unavailable: {
      title: 'Riprova tra poco',
      text: () => 'In questo momento non possiamo ricevere la tua scelta. Riapri il link tra qualche minuto.',
    },
  },
  en: {
    taken: { title: 'Done', text: (label) => `Your choice “${label}” was received. You can close this page.` },
    confirm: { title: 'Please confirm', text: (label) => `Press the button to confirm “${label}”.` },
    used: {
      title: 'Already used',
      text: (label) =>
        `“${label}” was already used. Each button works once. If you did not use it, contact the sender of the message.`,
    },
    expired: {
      title: 'Expired',
      text: (label) => `“${label}” can no longer be chosen. Ask the sender for a new message.`,
    },
    forged: {
      title: 'Not a genuine link',
      text: () => 'This link was modified, so it had no effect. Open it again from the message that you received.',
    },
    unknown: {
      title: 'Link not found',
      text: () => 'This link does not exist; it may be incomplete. Open it again from the message that you received.',
    },
    neutral: {
      title: 'Open the link from the message',
      text: () => 'Nothing was changed. To answer, open the link in your browser.',
    },
    busy: {
      title: 'Too many attempts',
      text: () => 'Too many invalid links were opened from this address. Try again in a minute.',
    },
    unavailable: {
      title: 'Try again shortly',
      text: () => 'Your choice cannot be received at the moment. Open the link again in a few minutes.',
    },
  },
  de: {
    taken: {
      title: 'Erledigt',
      text: (label) => `Ihre Wahl „${label}“ ist angekommen. Sie können diese Seite schließen.`,
    },
    confirm: { title: 'Bitte bestätigen', text: (label) => `Mit dem Knopf bestätigen Sie „${label}“.` },
    used: {
      title: 'Schon verwendet',
      text: (label) =>
        `„${label}“ wurde bereits verwendet. Jeder Knopf gilt einmal; wenn Sie es nicht waren, fragen Sie den Absender der Nachricht.`,
    },
    expired: {
      title: 'Abgelaufen',
      text: (label) => `Die Zeit, „${label}“ zu wählen, ist vorbei. Bitten Sie den Absender um eine neue Nachricht.`,
    },
    forged: {
      title: 'Kein echter Link',
      text: () =>
        'Dieser Link wurde verändert, und es ist nichts geschehen. Öffnen Sie ihn noch einmal aus der Nachricht.',
    },
    unknown: {
      title: 'Link nicht gefunden',
      text: () =>
        'Diesen Link gibt es nicht; vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht.',
    },
    neutral: {
      title: 'Link aus der Nachricht öffnen',
      text: () => 'Hier ist nichts geschehen. Öffnen Sie den Link in Ihrem Browser, um zu antworten.',
    },
    busy: {
      title: 'Zu viele Versuche',
      text: () => 'Von dieser Adresse kamen zu viele ungültige Links. Versuchen Sie es in einer Minute wieder.',
    },
    unavailable: {
      title: 'Gleich noch einmal',
      text: () => 'Ihre Wahl kann gerade nicht angenommen werden. Öffnen Sie den Link in einigen Minuten wieder.',
    },
  },
  fr: {
    taken: {
      title: 'C’est fait',
      text: (label) => `Votre choix « ${label} » a été reçu. Vous pouvez fermer cette page.`,
    },
    confirm: { title: 'Confirmez-vous ?', text: (label) => `Appuyez sur le bouton pour confirmer « ${label} ».` },
    used: {
      title: 'Déjà utilisé',
      text: (label) =>
        `« ${label} » a déjà été utilisé. Chaque bouton sert une seule fois ; si ce n’était pas vous, écrivez à l’expéditeur du message.`,
    },
    expired: {
      title: 'Expiré',
      text: (label) => `Le délai pour choisir « ${label} » est passé. Demandez un nouveau message à l’expéditeur.`,
    },
    forged: {
      title: 'Lien non authentique',
      text: () => 'Ce lien a été modifié et rien n’a été fait. Ouvrez-le de nouveau depuis le message reçu.',
    },
    unknown: {
      title: 'Lien introuvable',
      text: () => 'Ce lien n’existe pas ; il est peut-être incomplet. Ouvrez-le de nouveau depuis le message reçu.',
    },
    neutral: {
      title: 'Ouvrez le lien depuis le message',
      text: () => 'Rien n’a été fait ici. Pour répondre, ouvrez le lien dans votre navigateur.',
    },
    busy: {
      title: 'Trop d’essais',
      text: () => 'Trop de liens non valides sont venus de cette adresse. Réessayez dans une minute.',
    },
    unavailable: {
      title: 'Réessayez bientôt',
      text: () => 'Votre choix ne peut pas être reçu pour l’instant. Rouvrez le lien dans quelques minutes.',
    },
  },
  es: {
    taken: { title: 'Hecho', text: (label) => `Hemos recibido tu elección «${label}». Puedes cerrar esta página.` },
    confirm: { title: '¿Confirmas?', text: (label) => `Pulsa el botón para confirmar «${label}».` },
    used: {
      title: 'Ya se usó',
      text: (label) =>
        `«${label}» ya se usó. Cada botón sirve una sola vez; si no fuiste tú, escribe a quien te envió el mensaje.`,
    },
    expired: {
      title: 'Caducado',
      text: (label) => `El plazo para elegir «${label}» ha terminado. Pide un mensaje nuevo a quien te lo envió.`,
    },
    forged: {
      title: 'Enlace no auténtico',
      text: () => 'Este enlace se modificó y no se ha hecho nada. Ábrelo de nuevo desde el mensaje que recibiste.',
    },
    unknown: {
      title: 'Enlace no encontrado',
      text: () => 'Este enlace no existe; quizá no está completo. Ábrelo de nuevo desde el mensaje que recibiste.',
    },
    neutral: {
      title: 'Abre el enlace desde el mensaje',
      text: () => 'Aquí no se ha hecho nada. Para responder, abre el enlace en tu navegador.',
    },
    busy: {
      title: 'Demasiados intentos',
      text: () => 'Desde esta dirección llegaron demasiados enlaces no válidos. Inténtalo dentro de un minuto.',
    },
    unavailable: {
      title: 'Inténtalo en breve',
      text: () => 'Ahora no podemos recibir tu elección. Abre el enlace de nuevo en unos minutos.',
    },
  },
} satisfies Record<string, ActionWords>

/** Returns the texts of the first locale that the catalog contains. */
export function actionWords(locales: string[]): { language: string; words: ActionWords } {
  return pickLanguage<ActionWords>(words, locales)
}
