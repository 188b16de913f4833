import { hostname } from 'node:os';
import type { App } from '../app.ts';
import { figures, figuresOfApp, type ServerFigures, serverFigures } from '../chat/monitoring/views.ts';
import { newestBackup } from '../kernel/backups/schedule.ts';
import { VERSION } from '../kernel/config.ts';
import type { Log } from '../kernel/log.ts';
import { Exporter } from '../kernel/telemetry/exporter.ts';
import { Tracing } from '../kernel/telemetry/tracing.ts';
import type { Config } from '../settings/config.ts';

/** Begins to send the metrics of this process and the traces of an organization to the operator's collector. */
export function exportTelemetry(app: App): Exporter {
  const { otlpSampling: ratio, behindProxy } = app.config.choices;
  app.tracing = new Tracing({ ratio, continues: behindProxy !== undefined });
  const measure = async () => figures(app, [figuresOfApp(app, app.metrics!)], await newestBackup(app)).families;
  return new Exporter({ ...describe(app.config, app.node?.name), log: app.log, tracing: app.tracing, measure });
}

/** The same for the metrics of a process with many organizations. */
export const exportServerMetrics = (server: () => ServerFigures, log: Log): Exporter =>
  new Exporter({ ...describe(server().config), log, measure: async () => serverFigures(server()).families });

/** `name`: of this process, if the server has several. */
function describe({ choices, realmHost }: Config, name?: string) {
  const { otlpEndpoint, otlpHeaders, otlpInterval } = choices;
  return {
    endpoint: otlpEndpoint!,
    headers: otlpHeaders,
    interval: otlpInterval,
    resource: {
      'service.name': 'klatch',
      'service.version': VERSION,
      'service.instance.id': [hostname(), realmHost, name].filter(Boolean).join('/'),
      'host.name': hostname(),
    },
  };
}
