// OpenTelemetry for Carillon: loaded ahead of the service, it sends the spans to a collector (docs/operations/monitor.md).
// Settings are OpenTelemetry's own: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'carillon' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
})
provider.register()

// What is gathered goes out before the process does.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void provider.forceFlush())
process.once('beforeExit', () => void provider.shutdown())
