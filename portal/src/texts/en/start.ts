// The English texts of the first steps of a workspace.

export const start = {
  title: 'Getting started',
  text: 'The portal marks each completed step automatically.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'To do',
  hide: 'Hide getting started',
  show: 'Show getting started',
  snippet: 'Language of the example',
  curl: 'curl',
  sdk: 'Node SDK',
  createSource: 'Create source',
  createTemplate: 'Create template',
  waiting: 'This page updates automatically.',
  steps: {
    send_test_message: {
      title: 'Send a test message',
      text: 'Copy and run this request. It contains your test key, so the message appears in the test inbox and reaches no recipient.',
      noSource:
        'This workspace has no source yet. A source is an application that sends messages. It has keys and connections.',
      noTemplate: 'A message needs a template. Create a template to see a request that uses it.',
      noKey: 'The request needs a test key. Create a test key to see it in the example.',
      viewer: 'Admins of this workspace see a sample request with the test key here.',
      action: 'Create test key',
      after: 'View message',
    },
    connect_channel: {
      title: 'Connect a channel',
      text: 'Add the credentials of a mail server, a bot or a provider to a source. A check shows whether they work.',
      action: 'Connect channel',
      after: 'View connections',
    },
    send_live_message: {
      title: 'Send a live message',
      text: (key: string) => `Insert your live key into this request. The newest key ends in ${key}.`,
      noConnection: 'First connect a channel, to see a request for this channel.',
      noKey: 'The request needs a live key of the source. The key is shown only once, when you create it.',
      noTemplate:
        'WhatsApp accepts only templates that Meta has approved. In a template, choose an approved template as the content for WhatsApp.',
      hints: {
        your_address: 'Replace the address with your address.',
        shared_channel: 'The message appears in the connected channel.',
        registered_recipient:
          'Replace the ID with the ID of a recipient who registered a device or wrote to your page.',
      },
      failed: 'A live message failed.',
      toFailed: 'Open failed delivery',
      action: 'Create live key',
      toKeys: 'View keys',
      toTemplates: 'View templates',
      after: 'View deliveries',
    },
    receive_events: {
      title: 'Receive events',
      text: 'Add an endpoint of your application. It receives an event when a message is delivered, is read, fails or gets a reply. The step is done when an endpoint has received an event.',
      action: 'Add endpoint',
      after: 'View endpoints',
    },
  },
}
