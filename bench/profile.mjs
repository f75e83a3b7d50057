// Why an aim is not reached: processor time by the message, which depends on the machine less than what passes in a second.

/**
 * For the results page; from `perf record`, `node --cpu-prof`, each statement alone and what the processes had used, on two busy
 * cores at 2.5 GHz.
 */
export const profile = `## Where the time goes

Everything of a benchmark shares the machine's two cores: what passes in a second is two seconds of processor over what a message
takes of it in all processes together, and a ratio is the bare side's sum over ours. Figures are of a machine that was busy with
other work as well, which makes every one of them larger; shares of a whole suffer less.

- **accept, PostgreSQL**: about 220 µs of the service and 100 µs of PostgreSQL at best, against 95 µs of the bare route measured
  the same way. Of the service's main thread a third is reading HTTP, routing, the key and validation, as in the bare route; half
  is what a database's answer sets off: reading it (7 %), admission in memory (17 %, of which wording 5 %, the rows to insert 4 %,
  charging 2 %), queueing and binding statements (5 %), answers (9 %), and the turns of those who wait for the set. Garbage is
  under 2 %, the kernel 10 %. A set asks the server twice: gate, keys and people in one write, then counters, messages and COMMIT
  in another. Each statement alone takes PostgreSQL about 50 µs a message for inserting it (four indexes, 23 columns out of JSON;
  8 to 12 of them for the columns that all messages of a set share), 30 for ids and idempotency keys (two indexes) and 16–20 for
  finding people. Were the service's own work free, HTTP and PostgreSQL would remain, each about as much as the bare route: a
  ratio of about 0.5.
- **accept, embedded**: the same main thread, and 115–135 µs of WebAssembly for the same statements alone, half of it inserting, 30 %
  ids and keys, a sixth finding people. Both threads are busy all the time. Sets of 64 instead of 32 messages take a sixth less of
  it a message, because nearly all of it grows with the rows. A lower threshold for V8's optimised WebAssembly made no difference
  that could be told from the noise.
- **drain, PostgreSQL**: 210 µs of the main thread, and of PostgreSQL at least 37 µs for a claim, 9 of them for what it returns, and 53
  for settling: two new versions of the row, neither of which can stay on its page (HOT), because the partial indexes that make a
  claim independent of the queue's length name \`status\` and \`ready\`, and one row of \`attempts\`. The main thread's work is spread
  wide: undici's writing and parsing about a quarter, reading and asking the database 15 %, the layers of a try 13 %, the kernel 8 %,
  garbage 3 %. With the bare loop's 85 µs and PostgreSQL's 90 alone, and 50 of the provider on both sides, the ratio would be 0.6.
- **V8 compiles while it drains**: a worker that has just started used 350 µs of processor a message over 15,000 messages and
  255 µs over 50,000, in one run each; most of the difference is in the threads that compile. The bare loop starts as fresh for each pair.
- **drain, embedded**: about 490 µs of the service, the database included: the same rows in WebAssembly, and the same network.
- **events**: about 0.7 ms of the service's main thread an event under the profiler, for 16 under way at one receiver: a fifth of it is
  the kernel's, writing to sockets one request at a time, an eighth undici, a twentieth each the two signatures, the headers and
  the database's driver, and the rest is spread over layers of a few per cent each. Asked by hand, PostgreSQL took 330 µs an event to
  claim and settle in sets of 128, and 2,000 in sets of 16: claims are few and large for a receiver that is quick.
- **start**: about 0.35 s of processor for npm, and 2.5–3 s for the service in all its threads: 1.2 s in the main one, a third of it
  evaluating libraries and a sixth compiling them, 0.9 s in the embedded database's, and the rest in V8's own. To see whether
  the build is up to date takes 0.04 s of it. V8's flags for lazy validation of WebAssembly, for fewer optimisations and for larger
  semi-spaces made no difference that could be told from the noise.
`
