-- The script of wrk for the accept benchmarks. Each request has its own idempotency key, and goes to the next recipient.
-- The arguments are the API key, the number of recipients, and a text that no other run uses in its idempotency keys.

local head, run, people
local sent = 0

function init(args)
  people = tonumber(args[2])
  run = args[3]
  head = "POST /v1/send HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port
    .. "\r\nAuthorization: Bearer " .. args[1]
    .. "\r\nContent-Type: application/json\r\nContent-Length: "
end

function request()
  local body = '{"recipient":{"email":"person' .. sent % people
    .. '@example.com"},"template":"bench","vars":{"name":"Ada"},"channel":"discord","idempotency_key":"'
    .. run .. "-" .. sent .. '"}'
  sent = sent + 1
  return head .. #body .. "\r\n\r\n" .. body
end

-- Prints the number of responses, the duration in microseconds, and the number of failed requests.
function done(summary)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("answers %d %d %d\n", summary.requests, summary.duration, failures))
end
