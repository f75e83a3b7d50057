// Spans through OpenTelemetry's API alone: without an SDK in the process nothing is made, kept or sent.

import {
  type Attributes,
  type Context,
  context,
  type ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { errorOf } from './thrown.ts'

export type { Span } from '@opentelemetry/api'

/** What carries the trace something belongs to: a request's headers, or the text that was kept of it. */
export type Carrier = Record<string, unknown> | string | null | undefined

/** Begins a span, a child of what `from` carries, else of the one that is active; undefined where nobody records. */
export function beginSpan(name: string, from: Carrier, attributes: Attributes, startTime?: number): Span | undefined {
  const span = tracer()?.startSpan(name, { attributes, startTime }, contextOf(from))
  return span?.isRecording() ? span : undefined
}

/** Undefined without an SDK: the API's own stand-in would make spans, contexts and tracers for every message, to no end. */
function tracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // Known by its method: the operator's SDK may bring another copy of the API, whose class is another.
  return 'getDelegateTracer' in provider
    ? (provider as ProxyTracerProvider).getDelegateTracer('carillon')
    : provider.getTracer('carillon')
}

/** Runs `work` in a span of its own, which it is handed to add to; an error ends it as failed, and goes on. */
export function inSpan<T>(
  name: string,
  from: Carrier,
  attributes: Attributes,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, from, attributes)
  return span ? withinSpan(span, work) : work()
}

async function withinSpan<T>(span: Span, work: (span?: Span) => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work, undefined, span)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: errorOf(error).name })
    throw error
  } finally {
    span.end()
  }
}

/** The span as text to be kept, so that what happens later joins its trace (W3C traceparent). */
export function traceparentOf(span: Span | undefined): string | undefined {
  if (!span) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier)
  return carrier.traceparent
}

function contextOf(from: Carrier): Context {
  if (from === null || from === undefined) return context.active()
  return propagation.extract(context.active(), typeof from === 'string' ? { traceparent: from } : from)
}
