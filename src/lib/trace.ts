// Creates spans with the API of OpenTelemetry. Without an SDK in the process, it creates nothing.

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

/** Where a parent trace is read from: the headers of a request, or a stored traceparent. */
export type Carrier = Record<string, unknown> | string | null | undefined

/**
 * Begins a child span of the trace in `from`, or of the active span if `from` has no trace. Returns undefined if the
 * span is not recorded.
 */
export function beginSpan(name: string, from: Carrier, attributes: Attributes, startTime?: number): Span | undefined {
  const span = tracer()?.startSpan(name, { attributes, startTime }, contextOf(from))
  return span?.isRecording() ? span : undefined
}

/** Returns undefined without an SDK, because no-op spans and contexts for every message would cost time. */
function tracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // Check for the method instead of the class: the operator's SDK may load another copy of the API.
  return 'getDelegateTracer' in provider
    ? (provider as ProxyTracerProvider).getDelegateTracer('carillon')
    : provider.getTracer('carillon')
}

/** Runs `work` in a new span, and passes the span to `work`. An error sets the span's status and is rethrown. */
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

/** Returns the span as a W3C traceparent, which is stored so that later work can join the trace. */
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
