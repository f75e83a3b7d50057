// Why an aim is not reached: processor time by the message, which depends on the machine less than what passes in a second.

/**
 * For the results page; from `perf record`, `node --cpu-prof`, each statement alone and what the processes had used, on two busy
 * cores at 2.5 GHz.
 */
export const profile = `## Where the time goes

Everything of a benchmark shares the machine's two cores: what passes in a second is two seconds of processor over what a message
takes of it in all processes together, and a ratio is the bare side's sum over ours. Figures are of a machine that was busy with
other work as well, which makes every one of them larger; shares of a whole suffer less.

- **accept, PostgreSQL**: 190–260 µs of the service and 105–115 µs of PostgreSQL, as busy as the machine was, against 77–95 µs of the bare route measured the
  same way; the service's process is at eight to nine tenths of a core, since the next set goes out before the last one's answers are
  written. Of the service's main thread a third is reading HTTP, routing, the key and validation, as in the bare route; half is what a database's answer sets off: reading it (7 %), admission in memory (17 %, of which wording 5 %, the rows to insert 4 %,
  charging 2 %), queueing and binding statements (5 %), answers (9 %), and the turns of those who wait for the set. Garbage is
  under 2 %, the kernel 10 %. A set asks the server twice: gate, keys and people in one write, then counters, messages and COMMIT
  in another. Each statement alone takes PostgreSQL about 50 µs a message for inserting it (four indexes, 23 columns out of JSON;
  8 to 12 of them for the columns that all messages of a set share), 30 for ids and idempotency keys (two indexes) and 16–20 for
  finding people. Were the service's own work free, HTTP and PostgreSQL would remain, each about as much as the bare route: a
  ratio of about 0.5.
- **accept, embedded**: 180–220 µs of the main thread and 200–260 of the database's, which for the same statements alone takes 115–135, half
  of it inserting, 30 % ids and keys, a sixth finding people. Each thread is busy half of the time: a set asks twice, and between the
  two answers nothing else may get into the one session. Sets of 64 instead of 32 messages take a sixth less of it a message, because
  nearly all of it grows with the rows. Sending the next set's first statements behind this one's COMMIT made sets smaller and gained
  nothing; nor did a lower or higher threshold for V8's optimised WebAssembly, or a checkpoint every 200 MB instead of 32.
- **batch**: on PostgreSQL 75–90 µs a message of the service, nearly all in its main thread, 78 of PostgreSQL and 34 of the client, where the
  INSERT is PostgreSQL's work alone, without keys, people, counters and answers: 200 µs on two cores end at half of its pace, if
  nobody ever waited. Embedded: 75 µs of the main thread and 120–150 of the database's.
- **pick-up, embedded**: half within 20 ms, but one of a hundred waits for what a server does in the background and the one session does in
  its turn: ANALYZE of the deliveries took up to 128 ms, a checkpoint 92, ANALYZE of the attempts 40, in ten seconds at 200 a second.
- **drain, PostgreSQL**: in all processes together 400–410 µs a message, so that two cores end at 4,900 a second: 210 of the service (160 in the
  main thread, the rest V8's compiling and collecting), 150–160 of PostgreSQL, 45 of the provider. Until a settled row was looked for
  by its id, and no longer among everything under way, PostgreSQL took 210–220 once the table had grown, and looking for lanes walked
  over all that was claimed and not yet vacuumed. Each statement alone, in sets of 64, takes
  PostgreSQL 72 µs for a claim and 92 for settling (54 and 74 in sets of 128): two new versions of the row, neither of which can stay on
  its page (HOT), because the partial indexes that make a claim independent of the queue's length name \`status\` and \`ready\`, each with
  an entry of about 5 µs in four indexes, and one row of \`attempts\`. A table of its own for the queue, tried by hand, takes 30 for the
  claim and 65 for settling, and one more insert to accept: reckoned from that, a ratio of about 0.45, for two places that say what a
  message waits for. Two settlements under way at a time make sets smaller and cost what they gain. The main thread's work is spread
  wide: undici's writing and parsing about a quarter, reading and asking the database 15 %, the layers of a try 13 %, the kernel 8 %,
  garbage 3 %. With the bare loop's 85 µs and PostgreSQL's 90 alone, and 50 of the provider on both sides, the ratio would be 0.6.
- **V8 compiles while it drains**: a worker that has just started used 350 µs of processor a message over 15,000 messages and
  255 µs over 50,000, in one run each; most of the difference is in the threads that compile. The bare loop starts as fresh for each pair.
- **drain, embedded**: 500–600 µs a message: 240–300 in the database's thread, which is busy for three quarters of the time, 175 in the main
  one, and over 25,000 messages 120 in V8's own, which compile. They took turns until a settlement left in one trip and the claim's
  statements stood behind its COMMIT (1,900 a second against 2,900). A vacuum after every 20,000 changes took a fifth of it; now it is
  after 50,000. Flushing is not it (44 µs a flush on this machine), and larger claims, more claimed ahead, or waiting ten milliseconds
  for larger sets made no difference that could be told from the noise.
- **email**: 3.5 ms of the main thread a mail, which is busy all the time, against 1.5 ms of nodemailer alone: a fifth composing
  (layout, sealed unsubscribe link), a fifth nodemailer's encoding, a tenth the abort signals that bound every step, and the rest
  spread over streams, sockets and the two transactions.
- **events**: about 0.7 ms of the service's main thread an event under the profiler, for 16 under way at one receiver: a fifth of it is
  the kernel's, writing to sockets one request at a time, an eighth undici, a twentieth each the two signatures, the headers and
  the database's driver, and the rest is spread over layers of a few per cent each. Asked by hand, PostgreSQL took 330 µs an event to
  claim and settle in sets of 128, and 2,000 in sets of 16: claims are few and large for a receiver that is quick.
- **accept, long history**: beside 10,000,000 finished messages (\`--full\`, PostgreSQL) 3,835 a second were accepted against 3,498 before they
  were there: 1.12, and 0.77–1.14 of the five pairs.
- **memory**: until now the command gave V8 a young generation of up to 96 MB, twice its own choice: memory rose in steps for seven
  minutes, to 264 MB at the most. With V8's own, ten minutes on PostgreSQL are level at 154 MB; accepting takes as long as before, and
  draining a twentieth more of the processor.
- **start**: about 0.35 s of processor for npm, and 1.4–2 s for the service in all its threads: 0.6–0.8 s in the main one (reading
  libraries, then routes), 0.5 s in the embedded database's, which opens meanwhile, and the rest in V8's own. What was on the way and
  is gone: routes that only refused other methods, Node's own fetch, which pg loads to ask where it runs, checking nine megabytes
  of WebAssembly ahead, and a greeting that stood behind the workers' first looks. After a kill PostgreSQL flushes every file
  (0.13 s), reads at most 32 MB of its log again (60 MB a second), and writes down what that changed (0.07 s).
`
