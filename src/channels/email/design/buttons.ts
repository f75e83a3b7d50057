// The buttons of an email as links in padded cells, which all clients show as buttons.
import { inkOn } from '../../../lib/text/color.ts'
import { escapeHtml } from '../../../lib/text/html.ts'
import type { OutgoingMessage } from '../../contract.ts'
import type { MailFrame } from '../../mail-frame.ts'

export const DEFAULT_COLOR = '#2457c5'

/** Returns the color of the buttons and links. */
export function colorOf({ color = '' }: MailFrame): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_COLOR
}

export function buttonsHtml({ actions }: Pick<OutgoingMessage, 'actions'>, color: string): string {
  if (actions.length === 0) return ''
  const cells = actions.map(
    ({ label, url }, index) =>
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:${index === 0 ? 24 : 12}px 0 0"><tr><td class="button" style="border-radius:8px;background:${color}"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;font-size:16px;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;color:${inkOn(color)}">${escapeHtml(label)}</a></td></tr></table>`,
  )
  return `\n<div class="buttons">${cells.join('')}</div>`
}
