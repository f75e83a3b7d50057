// Counts admissions in the metrics of this process.
import { SECOND } from '../../limits.ts'
import { meters } from '../../meters.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'
import { deferralOf } from '../entry.ts'

/** Counts the outcomes of a request's messages. Ignores requests without messages, such as GET /usage. */
export function countAdmitted({ messages }: AdmissionRequest, admitted: Admitted, milliseconds: number): void {
  const { refusal, outcomes } = admitted
  if (messages.length === 0) return
  meters.admissionSeconds.observe(milliseconds / SECOND)
  if (refusal && outcomes.length === 0) meters.refused.inc({ reason: refusal.code }, messages.length)
  for (const outcome of outcomes) {
    if (outcome.kind === 'accepted') meters.accepted.inc({ channel: outcome.channel, mode: outcome.mode })
    else if (outcome.kind === 'replayed') meters.replayed.inc()
    else if (outcome.kind === 'limited') meters.limited.inc()
    else if (!deferralOf(outcome)) meters.refused.inc({ reason: outcome.refusal.code })
  }
}
