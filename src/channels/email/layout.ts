// The HTML layout of an email and its plain text part. The layout supports light and dark schemes, and narrow and wide
// screens.
import { luminanceOf, READABLE_ON_WHITE } from '../../lib/text/color.ts'
import { directionOf } from '../../lib/text/direction.ts'
import { escapeHtml } from '../../lib/text/html.ts'
import type { OutgoingMessage } from '../contract.ts'
import type { MailFrame } from '../mail-frame.ts'
import type { EmailBody } from './body.ts'
import { buttonsHtml, colorOf, DEFAULT_COLOR } from './design/buttons.ts'
import { designedHtml, designedText, designOf, hasTextLink } from './design/designed.ts'
import { emailWords } from './words.ts'

/** Returns the HTML of an email: the design of its template, or the standard design. */
export function emailHtml(message: OutgoingMessage, frame: MailFrame, body: EmailBody): string {
  const design = designOf(message)
  return design ? designedHtml(message, frame, body, design) : standardHtml(message, frame, body)
}

function standardHtml(message: OutgoingMessage, frame: MailFrame, { html, preheader }: EmailBody): string {
  const { language, words } = emailWords([message.locale ?? ''])
  const color = colorOf(frame)
  const logo =
    frame.logoUrl === undefined
      ? `<p class="brand" style="margin:0;font-size:18px;font-weight:700;line-height:1.3">${escapeHtml(frame.name)}</p>`
      : `<img src="${escapeHtml(frame.logoUrl)}" alt="${escapeHtml(frame.name)}" height="40" style="display:block;height:40px;max-width:100%;border:0">`
  return `<!doctype html>
<html lang="${escapeHtml((message.locale ?? language).replaceAll('_', '-'))}" dir="${directionOf(message.locale ?? '') === 'rtl' ? 'rtl' : 'auto'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(message.subject ?? frame.name)}</title>
<style>${styleOf(color)}</style>
</head>
<body style="margin:0;padding:0;background:#f3f4f6;color:#1f2430">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td style="padding:0 8px 16px">${logo}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e2e5ea;border-radius:12px;padding:32px;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<div class="text">
${html}</div>${buttonsHtml(message, color)}
</td></tr>
<tr><td class="foot" style="padding:20px 8px;font-size:13px;line-height:1.5;color:#5b6472">${escapeHtml(words.because(frame.name))} <a href="${escapeHtml(frame.unsubscribeUrl)}" class="foot" style="color:#5b6472;text-decoration:underline">${words.unsubscribe}</a></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

export function emailText(message: OutgoingMessage, frame: MailFrame): string {
  const { words } = emailWords([message.locale ?? ''])
  const design = designOf(message)
  const text = [
    message.body.trimEnd(),
    ...(message.media?.caption ? [message.media.caption] : []),
    ...(message.actions.length > 0 ? [message.actions.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
  ].join('\n\n')
  const framed = design ? designedText(message, frame, design, text) : text
  if (design && hasTextLink(design)) return `${framed}\n`
  return `${framed}\n\n-- \n${words.because(frame.name)}\n${words.unsubscribe}: ${frame.unsubscribeUrl}\n`
}

/**
 * Returns the style sheet for narrow screens and the dark scheme. Clients that ignore the style sheet use the inline
 * styles.
 */
function styleOf(color: string): string {
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `a{color:${luminanceOf(color) > READABLE_ON_WHITE ? DEFAULT_COLOR : color}}`,
    '.text p,.text ul,.text ol,.text pre,.text table,.text blockquote{margin:0 0 16px}.text>:last-child{margin-bottom:0}',
    '.text h1,.text h2,.text h3{margin:0 0 12px;line-height:1.25}.text h1{font-size:24px}.text h2{font-size:20px}',
    '.text h3{font-size:17px}.text ul,.text ol{padding-left:24px}.text img{max-width:100%}.text pre{white-space:pre-wrap}',
    '.text blockquote{padding-left:12px;border-left:3px solid #c5cad3}.text table{border-collapse:collapse}',
    '.text th,.text td{text-align:left;padding:6px 16px 6px 0;border-bottom:1px solid #c5cad3}',
    '@media(max-width:480px){.card{padding:20px!important}.buttons table{width:100%!important}.button a{display:block!important}}',
    '@media(prefers-color-scheme:dark){body,.page{background:#15181d!important;color:#e8eaee!important}',
    '.card{background:#1f242b!important;border-color:#363d47!important;color:#e8eaee!important}',
    '.brand{color:#e8eaee!important}.foot{color:#a7afbb!important}.text a{color:#9dbcff!important}}',
  ].join('')
}
