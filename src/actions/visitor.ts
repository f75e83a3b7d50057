// Distinguishes people from programs that open links in advance, such as scanners and previews (decision 25).

/** Headers in which browsers declare that they fetch a page before a click. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * User agents of scanners and previews that identify themselves. Each pattern matches the product's own name, so that the
 * browsers inside the apps of the same companies pass. HTTP libraries are not listed: a program that requests a button intends to
 * use it.
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

/** `prefetch` is a browser that fetches before a click; `scanner` is a listed program. Header names are in lower case. */
export function visitorOf(headers: Record<string, string | string[] | undefined>): 'prefetch' | 'scanner' | 'taker' {
  const text = (name: string) => [headers[name] ?? ''].flat().join(',')
  if (PREFETCH_HEADERS.some((name) => /prefetch|preview|prerender/i.test(text(name)))) return 'prefetch'
  const agent = text('user-agent')
  return SCANNERS.some((scanner) => matches(scanner, agent)) ? 'scanner' : 'taker'
}

/** A pair matches if its second expression matches after the first. As one expression, the search would be quadratic. */
function matches(scanner: (typeof SCANNERS)[number], agent: string): boolean {
  if (scanner instanceof RegExp) return scanner.test(agent)
  const [name, later] = scanner
  const at = agent.search(name)
  return at !== -1 && later.test(agent.slice(at))
}
