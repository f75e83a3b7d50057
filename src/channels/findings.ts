// What was found out about a connection when it was checked.

/** What a person is told about a connection that was tried. */
export interface ConnectionFindings {
  /** What was seen to work, in words. */
  found: string[]
  /** What does not, by setting; empty when messages can be sent. */
  problems: Record<string, string>
}
