// Why an aim is not reached: processor time by the message, which depends on the machine less than what passes in a second.

/** For the results page; taken with `node --cpu-prof` and from what the processes had used, on two cores at 2.5 GHz. */
export const profile = `## Where the time goes

Everything of a benchmark shares the machine's two cores: what passes in a second is two seconds of processor over what a message
takes of it in all processes together, and a ratio is the bare side's sum over ours.

- **drain, PostgreSQL**: a message takes about 250 µs of the service, 120 µs of PostgreSQL and 50 µs of the provider; of the bare loop
  85 µs and of the provider 50 µs. Were our own code free, 85 µs of HTTP, 120 µs of PostgreSQL and the provider's 50 µs would remain:
  a ratio of 0.53. PostgreSQL's part is two new versions of the row, neither of which can stay on its page (HOT), because
  the partial indexes that make a claim independent of the queue's length name \`status\` and \`ready\`, and one row of
  \`attempts\`. A set of settlements holds about a hundred messages, so its eight statements and its flush are no longer felt.
- **drain, embedded**: about 490 µs of the service, the database included: the same rows in WebAssembly take twice what a server
  takes, and the network's part is the same.
- **accept, PostgreSQL**: about 220 µs of the service and 110 µs of PostgreSQL, against 70 µs of the bare route, and 60 µs of the
  client on both sides; a group holds about thirty messages. Of the service's part a third is HTTP, which the bare route
  has as well, a quarter the admission of a message (matching, wording, charging), a fifth writing to the server and reading
  its answers, a tenth the JSON of the rows, a twentieth the hash of the key and of the body.
- **accept, embedded**: about 340 µs of the service; the database's thread is busy all the time, with two flushes for every 64 messages.
- **start**: about 0.35 s of processor for npm, and 2.5 s for the service in six threads: 1.1 s in the main one (0.35 s evaluating
  libraries, 0.2 s compiling them, 0.2 s building the routes), 0.8 s in the embedded database's, and the rest in V8's own, which compile
  WebAssembly for it. Whether the build is up to date takes 0.04 s. The database's thread and the libraries are started at the
  same moment, so a second core halves it; V8's flags for lazy validation, fewer optimisations or larger
  semi-spaces change it by less than 5 %.
`
