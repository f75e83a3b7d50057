// Explains the ratios of the results page by processor time per message, which depends less on the machine than throughput does.

/**
 * Measured on two busy cores at 2.5 GHz with `perf record`, `node --cpu-prof`, single statements, and the processor time of the
 * processes.
 */
export const profile = `## Processor time

All processes of a benchmark share two cores. Therefore the throughput is two seconds of processor time, divided by the processor time per
message in all processes together. A ratio is the processor time of the bare side divided by that of Carillon. The machine also did other
work, so all absolute figures are too large. The shares are less affected.

### accept, PostgreSQL

- A message takes 190–260 µs of the service and 105–115 µs of PostgreSQL. The bare route takes 77–95 µs, measured in the same way.
- The process of the service uses eight to nine tenths of a core, because it sends the next set before it has written the responses of the
  previous one.
- A third of the main thread's time is HTTP parsing, routing, the key and validation, as in the bare route.
- Half of its time follows a response of the database. It consists of reading the response (7 %), admission in memory (17 %), queueing and
  binding statements (5 %), writing responses (9 %), and resuming the requests that wait for the set. Admission contains rendering (5 %),
  the rows to insert (4 %) and charging (2 %).
- Garbage collection takes under 2 %, the kernel 10 %.
- A set needs two round trips: gate, keys and recipients in one write, then counters, messages and COMMIT in another.
- PostgreSQL takes about 50 µs per message to insert it (four indexes, 23 columns from JSON), 30 µs for ids and idempotency keys (two
  indexes), and 16–20 µs to find recipients. The columns that all messages of a set share take 8 to 12 µs of the insert. (Each statement was
  measured alone.)
- Even if the service's own work cost nothing, HTTP and PostgreSQL would remain. Each costs about as much as the bare route, so the ratio
  would be about 0.5.

### accept, embedded

- A message takes 180–220 µs of the main thread and 200–260 µs of the database's thread. The same statements alone take 115–135 µs: half of
  this inserts the message, 30 % stores ids and keys, and a sixth finds recipients.
- Each thread is busy half of the time. A set needs two round trips, and no other work can use the single session between them.
- Sets of 64 instead of 32 messages save only a sixth per message, because nearly all work grows with the number of rows.
- Sending the first statements of the next set behind the COMMIT of the current one made the sets smaller and gained nothing. A lower or
  higher threshold for V8's optimized WebAssembly gained nothing either, nor did a checkpoint every 200 MB instead of 32 MB.

### batch

- On PostgreSQL a message takes 75–90 µs of the service, nearly all in its main thread, 78 µs of PostgreSQL and 34 µs of the client. The
  INSERT is work of PostgreSQL alone, without keys, recipients, counters and responses. With 200 µs on two cores, a batch can reach half of
  the INSERT's throughput at most.
- Embedded: 75 µs of the main thread and 120–150 µs of the database's thread.

### dispatch latency, embedded

Half of the messages arrive within 20 ms. One of a hundred waits for background work, because the single session executes that in between.
In ten seconds at 200 messages per second, ANALYZE of the deliveries took up to 128 ms, a checkpoint 92 ms, and ANALYZE of the attempts 40
ms.

### drain, PostgreSQL

- A message takes 400–410 µs in all processes together, so two cores deliver at most 4,900 per second. The service takes 210 µs (160 µs in
  the main thread, the rest in V8's compiler and garbage collector), PostgreSQL 150–160 µs, and the provider 45 µs.
- In an earlier version PostgreSQL took 210–220 µs once the table had grown. The settlement searched its row among all deliveries in
  progress instead of by id, and the scan for lanes read all claimed rows that were not yet vacuumed.
- In sets of 64, PostgreSQL takes 72 µs for the statements of a claim and 92 µs for those of a settlement (54 and 74 µs in sets of 128).
  These write two new versions of the row and one row of \`attempts\`. Neither version can stay on its page (HOT): the partial indexes, which
  make a claim independent of the queue's length, contain \`status\` and \`ready\`. Each version adds an entry of about 5 µs to four indexes.
- A separate table for the queue was tried by hand. It takes 30 µs for the claim, 65 µs for the settlement, and one more insert at
  admission. The calculated ratio is about 0.45, but the state of a pending message would then be in two places.
- Two concurrent settlements make the sets smaller and cost what they gain.
- The main thread's work is spread widely: undici's writing and parsing about a quarter, requests to the database and their results 15 %,
  the layers of an attempt 13 %, the kernel 8 %, garbage collection 3 %.
- With only the 85 µs of the bare loop and 90 µs of PostgreSQL, and 50 µs of the provider on both sides, the ratio would be 0.6.
- V8 compiles during the drain. A fresh worker used 350 µs of processor time per message over 15,000 messages and 255 µs over 50,000, in one
  run each. Most of the difference is in the compiler's threads. The bare loop starts fresh for each pair too.

### drain, embedded

- A message takes 500–600 µs: 240–300 µs in the database's thread, which is busy for three quarters of the time, 175 µs in the main thread,
  and, over 25,000 messages, 120 µs in V8's compiler.
- In an earlier version the two threads took turns. Now a settlement is one round trip, and the statements of the claim follow its COMMIT
  (2,900 per second instead of 1,900).
- A vacuum after every 20,000 changes took a fifth of the time. It now runs after 50,000.
- Flushing is not the limit (44 µs per flush on this machine). Larger claims, a larger prefetch buffer, or a delay of ten milliseconds for
  larger sets made no measurable difference.

### email

An email takes 3.5 ms of the main thread, which is always busy, and 1.5 ms with nodemailer alone. A fifth is composition (layout, encrypted
unsubscribe link), a fifth nodemailer's encoding, and a tenth the abort signals that limit every step. The rest is spread over streams,
sockets and the two transactions.

### events

- An event takes about 0.7 ms of the service's main thread under the profiler, with 16 requests in progress to one receiver. A fifth is the
  kernel, which writes one request at a time to sockets, and an eighth is undici. The two signatures, the headers and the database driver
  take a twentieth each. The rest is spread over layers of a few per cent each.
- Measured by hand, PostgreSQL took 330 µs per event to claim and settle in sets of 128, and 2,000 µs in sets of 16. Therefore a fast
  receiver gets few and large claims.

### accept, long history

With 10,000,000 finished messages (\`--full\`, PostgreSQL) the service accepted 3,835 messages per second, and 3,498 before they were added: a
ratio of 1.12, and 0.77–1.14 in the five pairs.

### memory

In an earlier version the command gave V8 a young generation of up to 96 MB, twice V8's own choice. Memory then rose in steps for seven
minutes, up to 264 MB. With V8's own choice, ten minutes on PostgreSQL stay at 154 MB. Admission takes as long as before, and a drain takes
a twentieth more processor time.

### start

- npm takes about 0.35 s of processor time, and the service 1.4–2 s in all its threads: 0.6–0.8 s in the main thread (loading libraries,
  then routes), 0.5 s in the thread of the embedded database, which opens in parallel, and the rest in V8's threads.
- The start no longer creates routes that only refuse other methods. It no longer loads Node's own fetch, which pg uses to detect its
  runtime, and does not check nine megabytes of WebAssembly in advance. The printed greeting no longer waits for the first scans of the
  workers.
- After a kill PostgreSQL flushes every file (0.13 s), replays at most 32 MB of its log (60 MB per second), and writes the changed pages
  (0.07 s).
`
