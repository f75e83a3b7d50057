// Shows the processor time that each message needs. These times explain the ratios on the results page, and depend less
// on the machine than the throughput does.

/**
 * The figures were measured on two busy cores at 2.5 GHz. The tools were `perf record`, `node --cpu-prof`, timers
 * around single statements, and the total processor time of each process.
 */
export const profile = `## Processor time

This section explains the ratios by the processor time that a message takes. All processes of a benchmark share two cores. Therefore the
messages per second are two seconds of processor time, divided by the processor time of a message in all processes together. A ratio is the
processor time of the other program divided by that of Carillon. The machine also did other work, so all absolute times are too large; the
shares of the steps are less affected.

### accept, PostgreSQL

- A message takes 190–260 µs of the service and 105–115 µs of PostgreSQL. The bare route takes 77–95 µs, measured in the same way.
- The process of the service is busy for eight to nine tenths of the time, because it sends the next set to the database before it has
  written the responses of the previous set.
- A third of the main thread's time is HTTP parsing, routing, the key and validation, as in the bare route.
- Half of the main thread's time is spent after an answer of the database: on reading the answer (7 %), admission in memory (17 %), queueing
  and binding statements (5 %), writing responses (9 %), and resuming the requests that wait for the set. The 17 % of admission include
  rendering (5 %), preparing the rows to insert (4 %) and charging (2 %).
- Garbage collection takes under 2 %, the kernel 10 %.
- A set needs two round trips to the database: one for the gate, idempotency keys and recipients, and one for counters, messages and COMMIT.
- PostgreSQL takes about 50 µs per message to insert it (four indexes, 23 columns from JSON), 30 µs for ids and idempotency keys (two
  indexes), and 16–20 µs to find recipients. The columns whose value is the same for all messages of a set take 8 to 12 of the 50 µs. (Each
  statement was measured alone.)
- Even if the service's own work took no time, the time of HTTP and of PostgreSQL would remain. Each is about as long as the time of the
  bare route, so the ratio would be about 0.5.

### accept, embedded

- A message takes 180–220 µs of the main thread and 200–260 µs of the database's thread. The same statements, executed without Carillon,
  take 115–135 µs: a half for inserting the message, 30 % for ids and keys, and a sixth for finding recipients.
- Each of the two threads is busy for only half of the time, because a set needs two round trips, and no other work can use the single
  session between them.
- Sets of 64 instead of 32 messages save only a sixth per message, because nearly all work grows with the number of rows.
- Three experiments gained nothing: sending the first statements of the next set directly after the COMMIT of the current set, which made
  the sets smaller; a lower or higher threshold for V8's optimized WebAssembly; and a checkpoint every 200 MB instead of 32 MB.

### batch

- On PostgreSQL a message takes 75–90 µs of the service (nearly all in its main thread), 78 µs of PostgreSQL and 34 µs of the client: about
  200 µs together. The INSERT takes time of PostgreSQL only, and does nothing for keys, recipients, counters and responses. On two cores, a
  batch can therefore reach at most half of the throughput of the INSERT.
- Embedded: 75 µs of the main thread and 120–150 µs of the database's thread.

### dispatch latency, embedded

Half of the messages arrive within 20 ms. One of a hundred waits for background work, because the single session of the database executes
that work too. In ten seconds at 200 messages per second, ANALYZE of the deliveries took up to 128 ms, a checkpoint 92 ms, and ANALYZE of
the attempts 40 ms.

### drain, PostgreSQL

- A message takes 400–410 µs in all processes together, so two cores deliver at most 4,900 per second. The service takes 210 µs (160 µs in
  the main thread, the rest in V8's compiler and garbage collector), PostgreSQL 150–160 µs, and the provider 45 µs.
- In an earlier version PostgreSQL took 210–220 µs once the table had grown. At that time, the settlement searched its row among all
  deliveries in progress instead of by id, and the scan for lanes read all claimed rows that were not vacuumed yet.
- In sets of 64, PostgreSQL takes 72 µs for the statements of a claim and 92 µs for those of a settlement (54 and 74 µs in sets of 128).
  These write two new versions of the row and one row of \`attempts\`. PostgreSQL can update a row without new index entries (HOT) only if no
  indexed column changes. This is not the case here: the partial indexes, which make a claim independent of the queue's length, contain
  \`status\` and \`ready\`. Each version therefore adds an entry to four indexes, which takes about 5 µs for each entry.
- A separate table for the queue was tried with single statements. A claim then takes 30 µs and a settlement 65 µs, but admission needs one
  more insert. The calculated ratio is about 0.45. We did not do this, because the state of a pending message would be in two places.
- Two settlements at the same time were tried too. They make the sets smaller, and gain nothing in total.
- The main thread's time is divided among many parts: undici's writing and parsing takes about a quarter, requests to the database and their
  results 15 %, the layers of an attempt 13 %, the kernel 8 %, garbage collection 3 %.
- If the service took only the 85 µs of the bare loop, and PostgreSQL only 90 µs, the ratio would be 0.6 (with 50 µs of the provider on both
  sides).
- V8 still compiles code during the drain. A newly started worker used 350 µs of processor time per message over 15,000 messages and 255 µs
  over 50,000, in one run each. Most of the difference is in the compiler's threads. The bare loop is newly started for each pair of
  measurements too.

### drain, embedded

- A message takes 500–600 µs: 240–300 µs in the database's thread, which is busy for three quarters of the time, 175 µs in the main thread,
  and, over 25,000 messages, 120 µs in V8's compiler.
- In an earlier version, each of the two threads waited for the other. Now a settlement is one round trip, and the statements of the next
  claim are sent directly after its COMMIT. This delivers 2,900 messages per second instead of 1,900.
- A vacuum after every 20,000 changes took a fifth of the time. It now runs after every 50,000 changes.
- Flushing is not the limit (44 µs per flush on this machine). Larger claims, a larger prefetch buffer, or a delay of ten milliseconds for
  larger sets made no measurable difference.

### email

An email takes 3.5 ms of the main thread, which is always busy; with nodemailer alone it takes 1.5 ms. Composition (layout, encrypted
unsubscribe link) takes a fifth of the 3.5 ms, nodemailer's encoding another fifth, and the abort signals that limit each step a tenth.
Streams, sockets and the two transactions take the rest.

### events

- An event takes about 0.7 ms of the service's main thread under the profiler, with 16 requests in progress to one receiver. The kernel,
  which writes one request at a time to sockets, takes a fifth of this, and undici an eighth. The two signatures, the headers and the
  database driver take a twentieth each. The rest is divided among many functions with a few per cent each.
- In a separate measurement, PostgreSQL took 330 µs to claim and settle an event in sets of 128, and 2,000 µs in sets of 16. Therefore a
  worker makes few and large claims for a fast receiver.

### accept, long history

With 10,000,000 finished messages (\`--full\`, PostgreSQL) the service accepted 3,835 messages per second. Before they were added it accepted
3,498. The median of the ratios is 1.12, and the five ratios are between 0.77 and 1.14.

### memory

In an earlier version, the command set the limit of V8's young generation to 96 MB, twice V8's own choice. Memory then rose in steps for
seven minutes, up to 264 MB. With V8's own choice, memory stays at 154 MB during ten minutes on PostgreSQL. Admission takes as long as
before, and a drain takes a twentieth more processor time.

### start

- npm takes about 0.35 s of processor time, and the service 1.4–2 s in all its threads: 0.6–0.8 s in the main thread (loading libraries,
  then routes), 0.5 s in the thread of the embedded database, which opens in parallel, and the rest in V8's threads.
- Some work was removed from the start. It no longer creates routes that only refuse other methods. It no longer loads Node's own fetch,
  which pg uses to detect its runtime, and does not check nine megabytes of WebAssembly in advance. It prints its text without waiting for
  the first scans of the workers.
- After a kill PostgreSQL flushes every file (0.13 s), replays at most 32 MB of its log (60 MB per second), and writes the changed pages
  (0.07 s).
`
