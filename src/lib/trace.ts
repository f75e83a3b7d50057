// Creates spans with the API of OpenTelemetry. If the process has no OpenTelemetry SDK, no spans are created.

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

/** The source of the parent trace: the headers of a request, or a stored traceparent. */
export type Carrier = Record<string, unknown> | string | null | undefined

/**
 * Begins a child span of the trace in `from`. If `from` has no trace, begins a child span of the active span. Returns
 * undefined if the span is not recorded.
 */
export function beginSpan(name: string, from: Carrier, attributes: Attributes, startTime?: number): Span | undefined {
  const span = tracer()?.startSpan(name, { attributes, startTime }, contextOf(from))
  return span?.isRecording() ? span : undefined
}

/** Returns undefined if there is no OpenTelemetry SDK. Spans would have no effect, but would cost time. */
function tracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // Check for the method instead of the class, because the operator's SDK may have loaded another copy of the API.
  return 'getDelegateTracer' in provider
    ? (provider as ProxyTracerProvider).getDelegateTracer('carillon')
    : provider.getTracer('carillon')
}

/**
 * Runs `work` in a new span and passes the span to it. If `work` throws an error, the status of the span is set, and
 * the error is thrown again.
 */
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

/**
 * Returns the span as a W3C traceparent. The traceparent is stored, so that later work can belong to the same trace.
 */
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
