// The settings of connections to Amazon SES.
import { type Static, Type } from 'typebox'
import { commonFieldsOf, secretText } from './settings.ts'

export const sesSettings = Type.Object(
  {
    region: Type.String({
      pattern: '^[a-z]{2}(-[a-z]+)+-[0-9]$',
      maxLength: 32,
      examples: ['eu-west-1'],
      link: 'https://console.aws.amazon.com/ses/home#/identities',
      description: 'The AWS region in which the domain of the sender is verified.',
    }),
    access_key_id: Type.String({
      pattern: '^[A-Z0-9]+$',
      maxLength: 128,
      examples: ['AKIAIOSFODNN7EXAMPLE'],
      link: 'https://console.aws.amazon.com/iam/home#/users',
      description: 'The ID of an access key of the IAM user.',
    }),
    // The secret only signs requests.
    secret_access_key: secretText('The secret of the access key.', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', {
      local: true,
      link: 'https://console.aws.amazon.com/iam/home#/users',
    }),
    session_token: Type.Optional(
      secretText(
        'The session token. Only for temporary credentials, whose access key begins with ASIA.',
        'FwoGZXIvYXdz',
      ),
    ),
    ...commonFieldsOf('https://console.aws.amazon.com/ses/home#/identities'),
    configuration_set: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+$',
        maxLength: 64,
        examples: ['carillon'],
        link: 'https://console.aws.amazon.com/ses/home#/configuration-sets',
        description:
          'The configuration set whose event destination is the SNS topic. Without it, SES sends no reports of deliveries, bounces and complaints.',
      }),
    ),
    topic_arn: Type.Optional(
      Type.String({
        pattern: '^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$',
        maxLength: 400,
        examples: ['arn:aws:sns:eu-west-1:123456789012:carillon'],
        link: 'https://console.aws.amazon.com/sns/v3/home#/topics',
        description: 'The ARN of the SNS topic that sends reports. Reports of other topics are refused.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type SesSettings = Static<typeof sesSettings>
