// Decides whether a recipient accepts the messages of a category on a channel.

/** The value of a channel has priority over the value of the category, and both over the default of the category. */
export function isAllowed(
  { required, allowed_by_default: byDefault }: { required: boolean; allowed_by_default: boolean },
  preferences: { channel: string; allowed: boolean }[],
  channel: string,
): boolean {
  if (required) return true
  const valueOn = (name: string) => preferences.find((one) => one.channel === name)?.allowed
  return valueOn(channel) ?? valueOn('') ?? byDefault
}
