// Who asks for a link: somebody who wants it, or a machine that looks at links before people do (decision 25).

/** Fetching ahead of a click, as browsers declare it. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * Machines that name themselves while they look into links on somebody's behalf. Each is matched where its own name
 * stands, so that the browsers inside the same companies' apps pass. HTTP libraries are not here: a program that asks
 * for a button means it.
 */
const LOOKERS: (RegExp | [name: RegExp, later: RegExp])[] = [
  // Chat apps and networks that draw a preview.
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
  // Mail gateways and the link checks of office programs.
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
  // Search engines, which follow what others publish.
  /\bGooglebot\b/i,
  /\bbingbot\b/i,
  /\bApplebot\b/i,
]

/** `prefetch`: a browser fetching ahead; `scanner`: a declared scanner or previewer. Headers are in lower case. */
export function visitorOf(headers: Record<string, string | string[] | undefined>): 'prefetch' | 'scanner' | 'taker' {
  const text = (name: string) => [headers[name] ?? ''].flat().join(',')
  if (AHEAD.some((name) => /prefetch|preview|prerender/i.test(text(name)))) return 'prefetch'
  const agent = text('user-agent')
  return LOOKERS.some((looker) => isNamed(looker, agent)) ? 'scanner' : 'taker'
}

/** A pair matches where its second expression matches behind the first one. As one expression, the search would be quadratic. */
function isNamed(looker: (typeof LOOKERS)[number], agent: string): boolean {
  if (looker instanceof RegExp) return looker.test(agent)
  const [name, later] = looker
  const at = agent.search(name)
  return at !== -1 && later.test(agent.slice(at))
}
