// Why an aim is not reached: processor time by the message, which depends on the machine less than what passes in a second.

/** For the results page; taken with `node --cpu-prof` and from what the processes had used, on two busy cores at 2.5 GHz. */
export const profile = `## Where the time goes

Everything of a benchmark shares the machine's two cores: what passes in a second is two seconds of processor over what a message
takes of it in all processes together, and a ratio is the bare side's sum over ours.

- **drain, PostgreSQL**: a message takes about 250 µs of the service, 120 µs of PostgreSQL and 50 µs of the provider; of the bare loop
  85 µs and of the provider 50 µs. Were our own code free, 85 µs of HTTP, 120 µs of PostgreSQL and the provider's 50 µs would remain:
  a ratio of 0.53. PostgreSQL's part is two new versions of the row, neither of which can stay on its page (HOT), because
  the partial indexes that make a claim independent of the queue's length name \`status\` and \`ready\`, and one row of
  \`attempts\`. A set of settlements holds about a hundred messages, so its seven statements and its flush are hardly felt.
- **drain, embedded**: about 490 µs of the service, the database included: the same rows in WebAssembly take twice what a server
  takes, and the network's part is the same.
- **accept, PostgreSQL**: about 220 µs of the service and 110 µs of PostgreSQL, against 70–85 µs of the bare route; a group holds
  about thirty messages, and two groups take turns, one with 45 of the 64 connections and one with 19. Of the service's part a
  fifth is writing to the server, most of it in the system call, a sixth the admission of a message (matching, wording,
  charging), a twentieth the hashes of the key and of the body; most of the rest is HTTP, which the bare route has as well.
- **accept, embedded**: about 340 µs of the service, the database included, whose thread is busy all the time; a flush for
  about thirty messages.
- **start**: about 0.35 s of processor for npm, and 2.5–3 s for the service in all its threads: 1.2 s in the main one, a third of it
  evaluating libraries and a sixth compiling them, 0.9 s in the embedded database's, and the rest in V8's own. To see whether
  the build is up to date takes 0.04 s of it. V8's flags for lazy validation of WebAssembly, for fewer optimisations and for larger
  semi-spaces made no difference that could be told from the noise.
`
