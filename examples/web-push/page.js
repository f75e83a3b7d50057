// The page: subscribes this browser, registers it with the token that the server got, and shows a clicked notification's buttons.

const said = document.querySelector('#said')

/** Runs a button's work and tells how it went. */
function when(id, work) {
  document.querySelector(id).addEventListener('click', async () => {
    try {
      said.textContent = await work()
    } catch (error) {
      said.textContent = error.message
    }
  })
}

when('#on', async () => {
  if ((await Notification.requestPermission()) !== 'granted') return 'The browser was told not to show notifications.'
  const registration = await navigator.serviceWorker.register('/worker.js')
  await navigator.serviceWorker.ready
  const { token, vapid_public_key, carillon } = await post('/api/token')
  // A subscription belongs to the key it was made with.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapid_public_key,
  })
  const { devices } = await callDevices('POST', carillon, token, { kind: 'web', ...subscription.toJSON() })
  return `Notifications are on (${devices} of your browsers).`
})

when('#off', async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return 'They are off.'
  const { token, carillon } = await post('/api/token')
  await callDevices('DELETE', carillon, token, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  return 'They are off.'
})

when('#send', async () => {
  const { delivery_id } = await post('/api/send')
  return `Accepted as delivery ${delivery_id}.`
})

/** The example's own server. */
function post(path) {
  return read(fetch(path, { method: 'POST' }))
}

/** Carillon's registration: open to every origin, and the token says whose browser this is. */
function callDevices(method, carillon, token, device) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return read(fetch(`${carillon}/v1/push/devices`, { method, headers, body: JSON.stringify(device) }))
}

async function read(answering) {
  const answer = await answering
  const text = await answer.text()
  const body = text === '' ? {} : JSON.parse(text)
  if (!answer.ok) throw new Error(body.message ?? `The answer was ${answer.status}.`)
  return body
}

/** The worker opens the page so when a notification has more buttons than the browser shows. */
function showChosen() {
  if (location.hash.length < 2) return
  const { title, body, actions } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  const chosen = document.querySelector('#chosen')
  const heading = document.createElement('h2')
  heading.textContent = title
  const text = document.createElement('p')
  text.textContent = body
  const links = actions
    .filter(({ url }) => /^https?:/.test(url))
    .map(({ title: label, url }) => {
      const link = document.createElement('a')
      link.href = url
      link.textContent = label
      const item = document.createElement('p')
      item.append(link)
      return item
    })
  chosen.replaceChildren(heading, text, ...links)
  chosen.hidden = false
}

showChosen()
addEventListener('hashchange', showChosen)
