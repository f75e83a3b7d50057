// How a workspace shows itself to recipients, on pages and in messages.
import { refuseInvalid } from '../errors.ts'
import { checkUrl } from '../lib/safe-url.ts'

export interface Brand {
  name: string
  /** #rrggbb */
  color?: string
  /** https */
  logoUrl?: string
}

/** From what the workspace was given; what is missing or unusable is left out, and the name is always there. */
export function brandOf({ name, brand }: { name: string; brand: Record<string, unknown> }): Brand {
  const { name: shown, color, logo_url } = brand
  return {
    name: typeof shown === 'string' && shown !== '' ? shown : name,
    ...(typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? { color } : {}),
    ...(typeof logo_url === 'string' && isShowable(logo_url) ? { logoUrl: logo_url } : {}),
  }
}

/**
 * Throws validation_failed for a logo that must not be saved. Recipients' browsers and mail programs load it, from wherever
 * they are: it is https even where the operator allows http.
 */
export function refuseWrongBrand(brand: Record<string, unknown> | undefined, allowPrivateNetwork: boolean): void {
  const logo = brand?.logo_url
  if (typeof logo !== 'string') return
  const problem = checkUrl(logo, { allowPrivateNetwork, allowHttp: false })
  if (problem) refuseInvalid({ 'brand.logo_url': [problem] })
}

/** What an earlier version saved is held to what a page's policy can name; in which network it lies is not known here. */
function isShowable(url: string): boolean {
  return checkUrl(url, { allowPrivateNetwork: true, allowHttp: false }) === undefined
}
