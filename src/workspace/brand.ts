// How a workspace shows itself to recipients, on pages and in messages.

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
    ...(typeof logo_url === 'string' && isHttps(logo_url) ? { logoUrl: logo_url } : {}),
  }
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}
