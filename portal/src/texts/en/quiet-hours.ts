// The English texts of the quiet hours of a workspace or recipient.

export const quietHours = {
  title: 'Quiet hours',
  from: 'Start',
  to: 'End',
  zone: 'Time zone of the quiet hours',
  clearZone: 'Clear the time zone of the quiet hours',
  ofWorkspace: 'Time zone of the workspace',
  ofRecipient: 'Time zone of the recipient',
  workspaceHint:
    'Messages that become due between start and end wait for the end. An end before the start is on the next day.',
  recipientHint: 'These hours replace the quiet hours of the workspace.',
  recipientZone: 'Time zone',
  recipientZoneHint: 'Used for quiet hours that have no time zone.',
  clearRecipientZone: 'Clear the time zone',
  needsBoth: 'Enter the start and the end, or remove the quiet hours.',
  wholeDay: 'The end must differ from the start: quiet hours of 24 hours are not possible.',
  remove: 'Remove quiet hours',
  noZone: 'No such time zone',
  none: 'None',
  words: (from: string, to: string, zone: string | undefined) =>
    `${from} to ${to}${zone === undefined ? '' : `, ${zone}`}`,
}
