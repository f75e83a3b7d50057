// The HTML that all pages for recipients share. It shows the sender's name, logo and color, supports phones and dark
// mode, and uses no scripts and no cookies.
import { createHash } from 'node:crypto'
import { inkOn } from '../../lib/text/color.ts'
import { escapeHtml } from '../../lib/text/html.ts'
import type { Brand } from '../../workspaces/brand.ts'

export interface PageView {
  language: string
  title: string
  text: string
  /** The sender's brand. Undefined on pages that must not disclose the sender. */
  brand?: Brand
  /** A button that sends `fields` with POST to `path`. Default: the URL of the page. A quiet button has no color. */
  button?: { label: string; fields?: Record<string, string>; path?: string; isQuiet?: boolean }
  /** Further content of the page. The HTML must be escaped already. */
  content?: { html: string; style: string }
  /** True for a preview. Pages of this service may show a preview in a frame. Its button does nothing. */
  framed?: true
}

const STYLE = `:root{color-scheme:light dark;--page:#f3f4f6;--card:#fff;--line:#e2e5ea;--ink:#1f2430;--soft:#5b6472}
@media(prefers-color-scheme:dark){:root{--page:#15181d;--card:#1f242b;--line:#363d47;--ink:#e8eaee;--soft:#a7afbb}}
*{box-sizing:border-box}body{font:17px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink)}
main{width:100%;max-width:30rem;text-align:center;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:.75rem;border-top:.375rem solid var(--brand);padding:2rem 1.5rem}
.sender{margin:0 0 1.5rem;font-weight:600;color:var(--soft)}.sender img{display:block;margin:0 auto;height:3rem;max-width:100%;object-fit:contain}h1{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem}p{margin:0}form{margin:1.5rem 0 0}
button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--brand);color:var(--on-brand);cursor:pointer;min-height:2.75rem;max-width:100%;overflow-wrap:anywhere}
.quiet{background:none;color:var(--ink)}
:focus-visible{outline:3px solid #4c8bf5;outline-offset:2px}`

const DEFAULT_COLOR = '#2457c5'

/** Returns the page and its headers. The headers permit only the style in the page and the sender's logo. */
export function renderPage(view: PageView): { html: string; headers: Record<string, string> } {
  const color = view.brand?.color ?? DEFAULT_COLOR
  const style = `${STYLE}${view.content?.style ?? ''}\n:root{--brand:${color};--on-brand:${inkOn(color)}}`
  const logo = view.brand?.logoUrl
  return {
    html: htmlOf(view, style),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
        ...(logo === undefined ? [] : [`img-src ${new URL(logo).origin}`]),
        `form-action ${view.framed ? "'none'" : "'self'"}`,
        "base-uri 'none'",
        `frame-ancestors ${view.framed ? "'self'" : "'none'"}`,
      ].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    },
  }
}

function htmlOf({ language, title, text, brand, button, content }: PageView, style: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(brand ? `${title} · ${brand.name}` : title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${brand ? senderHtml(brand) : ''}<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button ? formHtml(button) : ''}${content?.html ?? ''}</main>
</body>
</html>
`
}

function senderHtml({ name, logoUrl }: Brand): string {
  const shown =
    logoUrl === undefined
      ? escapeHtml(name)
      : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="48">`
  return `<p class="sender">${shown}</p>\n`
}

function formHtml({ label, fields = {}, path, isQuiet = false }: NonNullable<PageView['button']>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const action = path === undefined ? '' : ` action="${escapeHtml(path)}"`
  const style = isQuiet ? ' class="quiet"' : ''
  return `<form method="post"${action}>${hidden.join('')}<button${style}>${escapeHtml(label)}</button></form>\n`
}
