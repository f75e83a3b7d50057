// Finds HTML that email clients refuse or that runs code: scripts, frames, forms, external files and event handlers.
import { Parser } from 'htmlparser2'
import { errorAt, MOST_PROBLEMS, type Problem } from '../problems.ts'
import { placesIn } from '../text-position.ts'

/** Elements that are refused, with the reason. */
const REFUSED: Record<string, string> = {
  script: 'emails may not contain scripts',
  iframe: 'emails may not contain frames',
  frame: 'emails may not contain frames',
  frameset: 'emails may not contain frames',
  object: 'emails may not contain embedded objects',
  embed: 'emails may not contain embedded objects',
  applet: 'emails may not contain embedded objects',
  form: 'email clients block forms; use a link or an action',
  base: 'it would change all links of the email',
  link: 'emails load no external files; put the styles in <style>',
}

const URLS = ['href', 'src', 'action', 'formaction', 'background', 'xlink:href', 'data', 'poster']

/** Returns the problems of HTML with their places, at most MOST_PROBLEMS. */
export function unsafeHtml(field: string, html: string): Problem[] {
  const problems: Problem[] = []
  const placeOf = placesIn(html)
  const add = (message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push(errorAt(field, message, placeOf(parser.startIndex)))
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined
      if (reason !== undefined) add(`<${name}> is not allowed: ${reason}`)
      if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv']?.trim() ?? ''))
        add('<meta http-equiv="refresh"> is not allowed: an email may not redirect')
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on[a-z]/i.test(attribute))
          add(`the attribute ${attribute} is not allowed: emails may not contain scripts`)
        if (URLS.includes(attribute.toLowerCase()) && isScript(value))
          add(`the address in ${attribute} is not allowed: it runs a script`)
      }
    },
    ontext: (text) => {
      if (isStyle && /@import/i.test(text)) add('@import is not allowed: emails load no external files')
    },
    onopentagname: (name) => {
      isStyle = name === 'style'
    },
    onclosetag: () => {
      isStyle = false
    },
  })
  let isStyle = false
  parser.end(html)
  return problems
}

/** Browsers ignore white space and control characters in the scheme of an address. */
function isScript(address: string): boolean {
  const scheme = address.slice(0, 200).replace(/[\0-\x20]/g, '')
  return /^(javascript|vbscript):|^data:text\/html/i.test(scheme)
}
