// The page behind an unsubscribe link: a question with one button, or that it is done. No script, no cookie, nothing loaded.
import { createHash } from 'node:crypto'
import { emailWords } from '../../channels/email-words.ts'
import { escapeHtml } from '../../lib/html.ts'

const STYLE = `:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;box-sizing:border-box}
main{max-width:32rem;text-align:center;overflow-wrap:anywhere}h1{font-size:1.4rem}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.5rem;background:#2457c5;color:#fff;cursor:pointer;min-height:2.75rem}
:focus-visible{outline:3px solid #4c8bf5;outline-offset:2px}`

/** Only this page's own style; the form goes back where it came from. */
export const unsubscribeHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

export interface UnsubscribeView {
  address: string
  sender: string
  locale: string
  done: boolean
}

/** `languages`: what the reader's browser asks for. Without a view the link was not valid. */
export function unsubscribePage(view: UnsubscribeView | undefined, languages: string[]): string {
  const { language, words } = emailWords([...languages, view?.locale ?? ''])
  const text = !view
    ? words.unknown
    : view.done
      ? words.done(view.address, view.sender)
      : words.question(view.address, view.sender)
  const form =
    view && !view.done
      ? `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${words.confirm}</button></form>`
      : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.unsubscribe}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${words.unsubscribe}</h1>
<p>${escapeHtml(text)}</p>
${form}
</main>
</body>
</html>
`
}
