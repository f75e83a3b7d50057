// The HTML of an email in a sandboxed frame. The editor shows it at the width of a phone or a desktop, light or dark.
import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import './messages.css'
import { type EmailView, maskedAddress } from './shown-message.ts'

interface EmailFrameProps {
  html: string
  title: string
  /** True in a preview. Links are then inactive. */
  still: boolean
  /** The width and the color scheme of a preview. Without it, the frame has the width of its place. */
  view?: EmailView | undefined
  /** The tooltip of links whose URL is hidden from viewers. */
  noLink?: string | undefined
}

/** Widths of a window in pixels. */
const WIDTHS = { phone: 390, desktop: 760 }

export function EmailFrame({ html, title, still, view, noLink }: EmailFrameProps) {
  const { ref, width } = useElementSize()
  const document = useMemo(() => frameHtml(html, noLink, view), [html, noLink, view])
  if (view === undefined)
    return (
      <iframe
        className="email-frame"
        // Scripts never run. Links can open a tab, except in a preview.
        sandbox={still ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
        srcDoc={document}
        title={title}
      />
    )
  const wanted = WIDTHS[view.width]
  const scale = width > 0 ? Math.min(1, width / wanted) : 1
  return (
    <div ref={ref} className="email-window">
      <iframe
        className="email-frame"
        sandbox=""
        srcDoc={document}
        title={title}
        style={{
          width: wanted,
          height: `${100 / scale}%`,
          colorScheme: view.isDark ? 'dark' : 'light',
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (width - wanted) / 2),
        }}
      />
    </div>
  )
}

/** Returns whether the email has styles for the dark scheme. */
export function hasDarkStyles(html: string): boolean {
  return html.includes('prefers-color-scheme')
}

/** Returns whether the email loads images from the network. */
export function hasRemoteImages(html: string): boolean {
  const tags = html
    .split(/<img\b/i)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('>')))
  return tags.some((tag) => /\bsrc\s?=\s?["']?https?:/i.test(tag))
}

/**
 * Returns the HTML with links that open in a new tab, because the site of a link may forbid frames. An image with a
 * masked URL is replaced by text.
 */
function frameHtml(html: string, noLink: string | undefined, view: EmailView | undefined): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const link of page.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '#'
    if (noLink !== undefined && (address === '#' || maskedAddress(address) !== undefined)) {
      link.removeAttribute('href')
      link.title = noLink
    } else {
      link.target = '_blank'
      link.rel = 'noreferrer'
    }
  }
  for (const picture of page.querySelectorAll('img')) {
    const address = picture.getAttribute('src') ?? ''
    const hidden = maskedAddress(address)
    if (hidden !== undefined) picture.replaceWith(hidden)
  }
  if (view !== undefined) applyView(page, view)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

function applyView(page: Document, { isDark, loadsImages }: EmailView): void {
  for (const element of page.querySelectorAll('script, base, link, meta[http-equiv]')) element.remove()
  if (!loadsImages) {
    for (const picture of page.querySelectorAll('img')) {
      if (picture.getAttribute('src')?.startsWith('data:')) continue
      picture.removeAttribute('src')
      picture.removeAttribute('srcset')
    }
  }
  for (const style of page.querySelectorAll('style')) style.textContent = inScheme(style.textContent, isDark)
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `default-src 'none'; style-src 'unsafe-inline'; img-src data:${loadsImages ? ' https:' : ''}`
  page.head.prepend(policy)
}

/**
 * Returns the styles as in a browser with this color scheme. A frame otherwise follows the color scheme of the member,
 * so each condition on the color scheme becomes a condition that is always true or always false.
 */
function inScheme(styles: string, isDark: boolean): string {
  return styles.replace(/prefers-color-scheme\s?:\s?(dark|light)/g, (_, scheme: string) =>
    (scheme === 'dark') === isDark ? 'min-width:0' : 'max-width:0',
  )
}
