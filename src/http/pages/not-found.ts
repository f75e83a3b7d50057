// Renders the page for browsers at an address that does not exist.
import { pickLanguage } from '../../lib/text/pick-language.ts'
import { renderPage } from './shell.ts'

interface Words {
  title: string
  text: string
}

const words = {
  it: {
    title: 'Pagina non trovata',
    text: 'A questo indirizzo non c’è nessuna pagina. Controlla l’indirizzo, o apri di nuovo il link dal messaggio che hai ricevuto.',
  },
  en: {
    title: 'Page not found',
    text: 'There is no page at this address. Check the address, or open the link again from the message that you received.',
  },
  de: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie die Adresse, oder öffnen Sie den Link noch einmal aus der Nachricht.',
  },
  fr: {
    title: 'Page introuvable',
    text: 'Il n’y a aucune page à cette adresse. Vérifiez l’adresse, ou ouvrez de nouveau le lien depuis le message reçu.',
  },
  es: {
    title: 'Página no encontrada',
    text: 'No hay ninguna página en esta dirección. Comprueba la dirección, o abre de nuevo el enlace desde el mensaje que recibiste.',
  },
} satisfies Record<string, Words>

/** `languages` are the languages of the browser. */
export function notFoundPage(languages: string[]): ReturnType<typeof renderPage> {
  const { language, words: shown } = pickLanguage<Words>(words, languages)
  return renderPage({ language, ...shown })
}
