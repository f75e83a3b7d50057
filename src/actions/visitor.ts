// Distinguishes people from programs that open links in advance, such as scanners and previews (decision 25).

/** Headers in which browsers declare that they fetch a page before a click. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * User agents of scanners and previews that identify themselves. Each pattern matches the name of the scanner itself.
 * A company that runs a scanner may also publish an app with a browser, and this browser must not match. HTTP libraries
 * are not listed, because a program that requests the URL of a button intends to use the button.
 */
const SCANNERS: (RegExp | [name: RegExp, later: RegExp])[] = [
  // Chat apps and social networks that show a preview.
  /\bfacebookexternalhit\b/i,
  /\bFacebot\b/i,
  /\bmeta-externalfetcher\b/i,
  /^WhatsApp\//i,
  /\bTelegramBot\b/i,
  /\bTwitterbot\b/i,
  /\bSlackbot\b/i,
  /\bSlack-ImgProxy\b/i,
  /\bDiscordbot\b/i,
  /\bLinkedInBot\b/i,
  /\bSkypeUriPreview\b/i,
  /\bMicrosoftPreview\b/i,
  /\bBingPreview\b/i,
  /\bSnap URL Preview Service\b/i,
  /\bPinterestbot\b/i,
  /\bredditbot\b/i,
  /\bViberUrlDownloader\b/i,
  /\bvkShare\b/i,
  /\bBitrix link preview\b/i,
  /\bEmbedly\b/i,
  /\bIframely\b/i,
  /^GoogleMessages\//i,
  /\bGoogle-PageRenderer\b/i,
  [/\bMastodon\/[\d.]/i, /\bBot\b/i],
  // Mail gateways and the link checks of office software.
  /\bBarracuda\b/i,
  /\bProofpoint\b/i,
  /\bMimecast\b/i,
  /\bSafeLinks\b/i,
  /\bGoogle-Safety\b/i,
  /\bGoogleImageProxy\b/i,
  /\bCiscoSecureEmail\b/i,
  /\bIronPort\b/i,
  /\bMessageLabs\b/i,
  /\bFortiMail\b/i,
  /\bFortiGuard\b/i,
  /\bSophos\b/i,
  /\bTrend ?Micro\b/i,
  /\bForcepoint\b/i,
  /\bHornetsecurity\b/i,
  /\bMicrosoft Office (?:Existence|Protocol) Discovery\b/i,
  // Search engines.
  /\bGooglebot\b/i,
  /\bbingbot\b/i,
  /\bApplebot\b/i,
]

/**
 * Classifies the visitor of a button's URL. `prefetch`: a browser that fetches the page before a click. `scanner`: a
 * program in the list of scanners. `taker`: any other visitor. Header names are in lower case.
 */
export function visitorOf(headers: Record<string, string | string[] | undefined>): 'prefetch' | 'scanner' | 'taker' {
  const text = (name: string) => [headers[name] ?? ''].flat().join(',')
  if (PREFETCH_HEADERS.some((name) => /prefetch|preview|prerender/i.test(text(name)))) return 'prefetch'
  const agent = text('user-agent')
  return SCANNERS.some((scanner) => matches(scanner, agent)) ? 'scanner' : 'taker'
}

/**
 * Returns whether the user agent matches an entry of the list. If the entry is a pair of expressions, the second must
 * match in the text after the match of the first. One combined expression would take quadratic time.
 */
function matches(scanner: (typeof SCANNERS)[number], agent: string): boolean {
  if (scanner instanceof RegExp) return scanner.test(agent)
  const [name, later] = scanner
  const at = agent.search(name)
  return at !== -1 && later.test(agent.slice(at))
}
