// The result of a connection's check.

/** The findings of a check, for a person. */
export interface ConnectionFindings {
  /** The parts that work, one text each. */
  found: string[]
  /** The problems by setting. Empty if messages can be sent. */
  problems: Record<string, string>
}
