// Sends the spans of Carillon to an OpenTelemetry collector (docs/operations/monitor.md). Load it with `node --import`.
// Configure it with the variables of OpenTelemetry: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS,
// OTEL_SERVICE_NAME and OTEL_TRACES_SAMPLER.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'carillon' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
})
provider.register()

// Flush collected spans before the process exits.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void provider.forceFlush())
process.once('beforeExit', () => void provider.shutdown())
