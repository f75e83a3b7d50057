// Response schema of the management API: the SMS messages of a month.
import { Type } from 'typebox'
import { orNull, shape } from '../shapes.ts'
import { number, string } from './answers.ts'

export const smsUsageShape = shape(
  'SmsUsage',
  {
    period: Type.String({ description: 'The month, such as 2030-01.' }),
    data: Type.Array(
      Type.Object({
        connection_id: Type.Integer({ description: 'The provider connection that sent the messages.' }),
        source_id: orNull(number),
        provider: orNull(string),
        prefix: orNull(Type.String({ description: 'The beginning of the numbers. null for numbers without a price.' })),
        messages: number,
        segments: number,
        price: orNull(Type.Number({ description: 'The current price of a segment.' })),
        cost: orNull(Type.Number({ description: 'The price times the segments.' })),
        currency: orNull(string),
      }),
    ),
  },
  {
    period: '2030-01',
    data: [
      {
        connection_id: 4,
        source_id: 1,
        provider: 'Twilio',
        prefix: '+39',
        messages: 120,
        segments: 180,
        price: 0.0925,
        cost: 16.65,
        currency: 'USD',
      },
    ],
  },
)
