// The first steps of a workspace, in English.

export const start = {
  title: 'Your first five minutes',
  text: 'Each step is checked off by what really happened.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'Not done yet',
  hide: 'Hide these steps',
  show: 'Show the first steps',
  snippet: 'Language of the example',
  curl: 'curl',
  sdk: 'Node SDK',
  createSource: 'Create source',
  createTemplate: 'Create template',
  waiting: 'This page updates by itself.',
  steps: {
    send_test_message: {
      title: 'Send a test message',
      text: 'This call holds your own test key. It reaches no person: the test inbox shows the message as its channel would.',
      noSource:
        'This workspace has no source yet. A source is the application that sends; it holds keys and connections.',
      noTemplate: 'A message needs a template. Create one, and a call that uses it appears here.',
      noKey: 'The call needs a test key. Create one in the source, and it appears in the example.',
      viewer: 'An admin of this workspace sees a call with the test key here.',
      action: 'Create a test key',
      after: 'See the message',
    },
    connect_channel: {
      title: 'Connect a real channel',
      text: 'Give a source the credentials of a mail server, a bot or a provider. The check shows at once whether they work.',
      action: 'Connect a channel',
      after: 'See the connections',
    },
    send_live_message: {
      title: 'Send a live message',
      text: (key: string) => `Put your live key into this call. The newest one ends in ${key}.`,
      noConnection: 'Connect a channel first: the call for it then appears here.',
      noKey: 'The call needs a live key of the source. It is shown once, when you create it.',
      noTemplate: 'WhatsApp takes only templates that Meta approved. Give a template its approved WhatsApp content.',
      hints: {
        your_address: 'Replace the address with your own.',
        shared_channel: 'The message arrives in the connected channel.',
        registered_recipient: 'Replace the id with a recipient who has registered a device or written to your page.',
      },
      action: 'Create a live key',
      toKeys: 'See the keys',
      toTemplates: 'Open the templates',
      after: 'See the deliveries',
    },
    receive_events: {
      title: 'Receive events',
      text: 'Register an endpoint of your application. It receives an event when a message is delivered, read, failed or answered.',
      action: 'Register an endpoint',
      after: 'See the endpoints',
    },
  },
}
